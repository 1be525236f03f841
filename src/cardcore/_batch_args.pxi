# Reading the arrays of a caller: whole numbers of any kind, in a range, one for all deals or one for each.


def _whole(name, values, low, high, error):
    """Whole numbers of an array in a range, as int64; a copy nobody else can change."""
    import numpy

    array = numpy.array(values, order="C", copy=True)   # before it is looked at: another thread may write to it
    if array.dtype.kind not in "iub":
        raise TypeError(f"{name} must be whole numbers, not {array.dtype}")
    if array.size:
        least, most = int(array.min()), int(array.max())
        if least < low or most > high:
            raise error(f"{name} must be in {low}..{high}, got {least if least < low else most}")
    return array.astype(numpy.int64, copy=False)


def _spread(name, array, shape, dtype):
    """An array of a shape, from one of the same shape or a number for all; a copy."""
    import numpy

    if array.shape not in ((), shape):
        raise ValueError(f"{name} must be one number or an array of shape {shape}, not {array.shape}")
    return numpy.array(numpy.broadcast_to(array, shape), dtype, order="C", copy=True)


def _column(name, values, low, high, shape, dtype, error=ValueError):
    """Whole numbers in a range, in the shape and type wanted; a copy."""
    return _spread(name, _whole(name, values, low, high, error), shape, dtype)
