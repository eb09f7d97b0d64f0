use std::{env::VarError, error::Error, fmt::Display, sync::Arc};

use axum::{
    Router,
    extract::{Query, State},
    http::StatusCode,
    response::{Html, Redirect},
    routing::get,
};
use openidconnect::{
    AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointMaybeSet, EndpointNotSet, EndpointSet, IssuerUrl,
    Nonce, OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope, TokenResponse,
    core::{CoreAuthenticationFlow, CoreClient, CoreProviderMetadata, CoreUserInfoClaims},
    reqwest,
    url::Url,
};
use serde::{Deserialize, Serialize};
use tower_sessions::{MemoryStore, Session, SessionManagerLayer, cookie::SameSite};

type Client =
    CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointMaybeSet, EndpointMaybeSet>;
type Failure = (StatusCode, String);

struct App {
    client: Client,
    http: reqwest::Client,
}

#[derive(Serialize, Deserialize)]
struct Pending {
    state: CsrfToken,
    nonce: Nonce,
    verifier: PkceCodeVerifier,
}

#[derive(Serialize, Deserialize)]
struct User {
    name: String,
    id_token: String,
}

#[derive(Deserialize)]
struct Callback {
    code: String,
    state: String,
}

fn env(name: &str) -> Result<String, VarError> {
    std::env::var(name)
}

fn failed(error: impl Display) -> Failure {
    (StatusCode::BAD_GATEWAY, error.to_string())
}

async fn home(session: Session) -> Result<Html<String>, Failure> {
    let user: Option<User> = session.get("user").await.map_err(failed)?;
    Ok(Html(match user {
        Some(user) => format!("Hello, {} <a href=\"/sign-out\">Sign out</a>", user.name),
        None => "<a href=\"/sign-in\">Sign in</a>".to_string(),
    }))
}

async fn sign_in(State(app): State<Arc<App>>, session: Session) -> Result<Redirect, Failure> {
    let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
    let scope = env("SCOPE").map_err(failed)?;
    let (url, state, nonce) = app
        .client
        .authorize_url(CoreAuthenticationFlow::AuthorizationCode, CsrfToken::new_random, Nonce::new_random)
        .add_scopes(scope.split(' ').filter(|scope| *scope != "openid").map(|scope| Scope::new(scope.to_string())))
        .set_pkce_challenge(challenge)
        .url();
    let pending = Pending { state, nonce, verifier };
    session.insert("pending", pending).await.map_err(failed)?;
    Ok(Redirect::to(url.as_str()))
}

async fn callback(
    State(app): State<Arc<App>>,
    session: Session,
    Query(query): Query<Callback>,
) -> Result<Redirect, Failure> {
    let pending: Option<Pending> = session.remove("pending").await.map_err(failed)?;
    let pending = pending
        .filter(|pending| *pending.state.secret() == query.state)
        .ok_or_else(|| failed("The state does not match."))?;
    let tokens = app
        .client
        .exchange_code(AuthorizationCode::new(query.code))
        .map_err(failed)?
        .set_pkce_verifier(pending.verifier)
        .request_async(&app.http)
        .await
        .map_err(failed)?;
    let id_token = tokens.id_token().ok_or_else(|| failed("There is no ID token."))?;
    let claims = id_token.claims(&app.client.id_token_verifier(), &pending.nonce).map_err(failed)?;
    let user_info: CoreUserInfoClaims = app
        .client
        .user_info(tokens.access_token().clone(), Some(claims.subject().clone()))
        .map_err(failed)?
        .request_async(&app.http)
        .await
        .map_err(failed)?;
    let name = user_info.name().and_then(|name| name.get(None)).map(|name| name.to_string());
    let user = User { name: name.unwrap_or_default(), id_token: id_token.to_string() };
    session.cycle_id().await.map_err(failed)?;
    session.insert("user", user).await.map_err(failed)?;
    Ok(Redirect::to("/"))
}

async fn sign_out(session: Session) -> Result<Redirect, Failure> {
    let user: Option<User> = session.get("user").await.map_err(failed)?;
    session.flush().await.map_err(failed)?;
    let end = env("ISSUER").map_err(failed)? + "/session/end";
    let back = env("POST_LOGOUT_URI").map_err(failed)?;
    let hint = user.map(|user| user.id_token).unwrap_or_default();
    let url = Url::parse_with_params(&end, [("id_token_hint", hint), ("post_logout_redirect_uri", back)]);
    Ok(Redirect::to(url.map_err(failed)?.as_str()))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    // A redirect could lead requests of the server to other hosts.
    let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build()?;
    let metadata = CoreProviderMetadata::discover_async(IssuerUrl::new(env("ISSUER")?)?, &http).await?;
    let client = CoreClient::from_provider_metadata(
        metadata,
        ClientId::new(env("CLIENT_ID")?),
        Some(ClientSecret::new(env("CLIENT_SECRET")?)),
    )
    .set_redirect_uri(RedirectUrl::new(env("REDIRECT_URI")?)?);
    let sessions = SessionManagerLayer::new(MemoryStore::default())
        .with_secure(!env("ORIGIN")?.starts_with("http:"))
        .with_same_site(SameSite::Lax);
    let app = Router::new()
        .route("/", get(home))
        .route("/sign-in", get(sign_in))
        .route("/callback", get(callback))
        .route("/sign-out", get(sign_out))
        .layer(sessions)
        .with_state(Arc::new(App { client, http }));
    let port = env("PORT").unwrap_or("3000".to_string());
    let listener = tokio::net::TcpListener::bind(format!("localhost:{port}")).await?;
    axum::serve(listener, app).await?;
    Ok(())
}
