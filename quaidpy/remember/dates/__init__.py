"""Which day is meant? `relative` is asked; `calendar_dates` and `numeric` know how days are written."""
