"""Who gets in, with what proof, and what may be done then: passwords, second factors, sessions, tokens, powers."""
