import os
import secrets
from urllib.parse import urlencode

from authlib.integrations.flask_client import OAuth
from flask import Flask, redirect, session

app = Flask(__name__)
app.secret_key = os.environ.get("SESSION_SECRET", secrets.token_hex(32))

signet = OAuth(app).register(
    "signet",
    server_metadata_url=os.environ["ISSUER"] + "/.well-known/openid-configuration",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    client_kwargs={"scope": os.environ["SCOPE"], "code_challenge_method": "S256"},
)


@app.get("/")
def home():
    if "user" not in session:
        return '<a href="/sign-in">Sign in</a>'
    return f'Hello, {session["user"]["name"]} <a href="/sign-out">Sign out</a>'


@app.get("/sign-in")
def sign_in():
    return signet.authorize_redirect(os.environ["REDIRECT_URI"])


@app.get("/callback")
def callback():
    token = signet.authorize_access_token()
    session["user"] = {"name": token["userinfo"]["name"]}
    session["id_token"] = token["id_token"]
    return redirect("/")


@app.get("/sign-out")
def sign_out():
    query = {"id_token_hint": session["id_token"], "post_logout_redirect_uri": os.environ["POST_LOGOUT_URI"]}
    session.clear()
    return redirect(signet.load_server_metadata()["end_session_endpoint"] + "?" + urlencode(query))
