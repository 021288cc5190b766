//! What a request tells about a visit: browser, country, source.
