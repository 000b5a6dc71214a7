"""Views: parse the request, call services, render. A page's context is built in a module next to its view."""
