"""Pages: parse, ask the services, render. The data of a page is put together in the module beside its view."""
