//! Sums by hour and day in the time zone of the site.
