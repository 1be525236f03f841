"""Reviews: what every card of a deal was worth with all hands open, and who gave tricks away.

Examples
--------
>>> from tricktake import spades as sp
>>> from tricktake.review import review
>>> start = sp.PlayStart(("1", "NIL", "12"), tricks=(4, 0, 11), leader=2)
>>> deal = sp.Deal(hands=["S3 H2", "S2 H5", "SA H3"], start=start).push_all("H3 H2 H5 S2 SA S3")
>>> [(card.seat, card.play.text, card.loss) for card in review(deal).mistakes]
[]
"""

from tricktake.review._plot import check_plot
from tricktake.review.model import CardReview, Review, SeatSummary
from tricktake.review.reviewing import MAX_NODES, review
from tricktake.review.series import Point, Series
from tricktake.review.totals import OPEN_CARDS, add_up, summary_text

__all__ = [
    "MAX_NODES",
    "OPEN_CARDS",
    "CardReview",
    "Point",
    "Review",
    "SeatSummary",
    "Series",
    "add_up",
    "check_plot",
    "review",
    "summary_text",
]
