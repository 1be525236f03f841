"""What our documentation site needs besides Sphinx, MyST and the theme."""
