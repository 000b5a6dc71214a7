"""Pages and API, for WSGI workers."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")
application = get_wsgi_application()

if settings.IGO_SWEEPER:
    from accounts import mail
    from games import second_opinion, sweeper
    from goserver import background
    from moderation import sweeper as suspensions

    sweeper.start(heart=True)
    second_opinion.start()
    suspensions.start()
    background.start("letters", mail.look, mail.SECONDS_BETWEEN_LOOKS)
