from urllib.parse import urlencode

from django.conf import settings
from mozilla_django_oidc.auth import OIDCAuthenticationBackend


class Backend(OIDCAuthenticationBackend):
    def create_user(self, claims):
        return self.update_user(super().create_user(claims), claims)

    def update_user(self, user, claims):
        user.first_name = claims.get("given_name", "")
        user.last_name = claims.get("family_name", "")
        user.save()
        return user


def logout_url(request):
    query = {
        "id_token_hint": request.session["oidc_id_token"],
        "post_logout_redirect_uri": settings.OIDC_LOGOUT_ADDRESS,
    }
    return settings.ISSUER + "/session/end?" + urlencode(query)
