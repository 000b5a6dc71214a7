"""Views: parse the request, call services, render. The context of a page is built in a module next to its view."""
