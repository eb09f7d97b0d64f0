import os
import secrets

SECRET_KEY = os.environ.get("SESSION_SECRET", secrets.token_hex(32))
DEBUG = True
ROOT_URLCONF = "urls"
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "mozilla_django_oidc",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates"}]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "db.sqlite3"}}

AUTHENTICATION_BACKENDS = ["signet.Backend"]
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

ISSUER = os.environ["ISSUER"]
OIDC_OP_AUTHORIZATION_ENDPOINT = ISSUER + "/auth"
OIDC_OP_TOKEN_ENDPOINT = ISSUER + "/token"
OIDC_OP_USER_ENDPOINT = ISSUER + "/me"
OIDC_OP_JWKS_ENDPOINT = ISSUER + "/jwks"
OIDC_RP_CLIENT_ID = os.environ["CLIENT_ID"]
OIDC_RP_CLIENT_SECRET = os.environ["CLIENT_SECRET"]
OIDC_RP_SCOPES = os.environ["SCOPE"]
OIDC_RP_SIGN_ALGO = "RS256"
OIDC_USE_PKCE = True
OIDC_STORE_ID_TOKEN = True
OIDC_OP_LOGOUT_URL_METHOD = "signet.logout_url"
OIDC_LOGOUT_ADDRESS = os.environ["POST_LOGOUT_URI"]
