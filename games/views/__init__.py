"""Views: parse the request, call services, render. The context of a page is built in the module next to its view."""
