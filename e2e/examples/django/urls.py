from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.urls import include, path


def home(request):
    if not request.user.is_authenticated:
        return HttpResponse('<a href="/oidc/authenticate/">Sign in</a>')
    token = f'<input type="hidden" name="csrfmiddlewaretoken" value="{get_token(request)}">'
    form = f'<form method="post" action="/oidc/logout/">{token}<button>Sign out</button></form>'
    return HttpResponse(f"Hello, {request.user.get_full_name()} {form}")


urlpatterns = [path("", home), path("oidc/", include("mozilla_django_oidc.urls"))]
