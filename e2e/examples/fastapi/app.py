import os
import secrets
from urllib.parse import urlencode

from authlib.integrations.starlette_client import OAuth
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.middleware.sessions import SessionMiddleware

app = FastAPI()
app.add_middleware(SessionMiddleware, secret_key=os.environ.get("SESSION_SECRET", secrets.token_hex(32)))

signet = OAuth().register(
    "signet",
    server_metadata_url=os.environ["ISSUER"] + "/.well-known/openid-configuration",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    client_kwargs={"scope": os.environ["SCOPE"], "code_challenge_method": "S256"},
)


@app.get("/", response_class=HTMLResponse)
async def home(request: Request):
    user = request.session.get("user")
    if user is None:
        return '<a href="/sign-in">Sign in</a>'
    return f'Hello, {user["name"]} <a href="/sign-out">Sign out</a>'


@app.get("/sign-in")
async def sign_in(request: Request):
    return await signet.authorize_redirect(request, os.environ["REDIRECT_URI"])


@app.get("/callback")
async def callback(request: Request):
    token = await signet.authorize_access_token(request)
    request.session["user"] = {"name": token["userinfo"]["name"]}
    request.session["id_token"] = token["id_token"]
    return RedirectResponse("/")


@app.get("/sign-out")
async def sign_out(request: Request):
    metadata = await signet.load_server_metadata()
    query = {
        "id_token_hint": request.session["id_token"],
        "post_logout_redirect_uri": os.environ["POST_LOGOUT_URI"],
    }
    request.session.clear()
    return RedirectResponse(metadata["end_session_endpoint"] + "?" + urlencode(query))
