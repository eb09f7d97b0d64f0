// Written by print-stacks.ts from e2e/examples.
import type { PrintedStack } from '@signet/contracts'

export const stacks: readonly PrintedStack[] = [
  {
    "name": "angular",
    "title": "Angular with angular-oauth2-oidc",
    "language": "TypeScript",
    "kind": "browser",
    "redirectPath": "/",
    "isRedirectFixed": false,
    "signOutPath": "/",
    "scope": "openid profile email offline_access",
    "options": {},
    "tokenProfile": "rfc9068",
    "nameFrom": "userInfo",
    "install": "npm install angular-oauth2-oidc@22",
    "run": "npm start",
    "notes": [
      "browserOrigins"
    ],
    "files": [
      {
        "path": "src/settings.ts",
        "code": "import type { AuthConfig } from 'angular-oauth2-oidc'\n\nexport const settings: AuthConfig = {\n  issuer: '{{ISSUER}}',\n  clientId: '{{CLIENT_ID}}',\n  redirectUri: '{{REDIRECT_URI}}',\n  postLogoutRedirectUri: '{{POST_LOGOUT_URI}}',\n  scope: '{{SCOPE}}',\n  responseType: 'code',\n}"
      },
      {
        "path": "src/main.ts",
        "code": "import { provideHttpClient } from '@angular/common/http'\nimport { Component, inject, type OnInit, signal } from '@angular/core'\nimport { bootstrapApplication } from '@angular/platform-browser'\nimport { OAuthService, provideOAuthClient } from 'angular-oauth2-oidc'\nimport { settings } from './settings'\n\n@Component({\n  selector: 'app-root',\n  template: `\n    @if (name(); as name) {\n      Hello, {{ name }}\n      <button (click)=\"refresh()\">Refresh</button>\n      <button (click)=\"auth.logOut()\">Sign out</button>\n      @if (isRefreshed()) {\n        Refreshed\n      }\n    } @else {\n      <button (click)=\"auth.initCodeFlow()\">Sign in</button>\n    }\n  `,\n})\nclass App implements OnInit {\n  readonly auth = inject(OAuthService)\n  readonly name = signal('')\n  readonly isRefreshed = signal(false)\n\n  async ngOnInit() {\n    this.auth.configure(settings)\n    await this.auth.loadDiscoveryDocumentAndTryLogin()\n    if (!this.auth.hasValidAccessToken()) return\n    const profile = (await this.auth.loadUserProfile()) as { info: { name: string } }\n    this.name.set(profile.info.name)\n  }\n\n  async refresh() {\n    await this.auth.refreshToken()\n    this.isRefreshed.set(true)\n  }\n}\n\nbootstrapApplication(App, { providers: [provideHttpClient(), provideOAuthClient()] })"
      }
    ]
  },
  {
    "name": "apache",
    "title": "Apache with mod_auth_openidc",
    "language": "Apache",
    "kind": "web",
    "redirectPath": "/callback",
    "isRedirectFixed": false,
    "signOutPath": "/signed-out.html",
    "scope": "openid profile email",
    "options": {},
    "tokenProfile": "rfc9068",
    "nameFrom": "userInfo",
    "install": "apt-get install apache2 libapache2-mod-auth-openidc && a2enmod auth_openidc include",
    "run": "FOLDER=$PWD MODULES=${MODULES:-/usr/lib/apache2/modules} exec apache2 -D FOREGROUND -f $PWD/httpd.conf",
    "notes": [
      "pkceIsOff",
      "apacheClaims"
    ],
    "files": [
      {
        "path": "signet.conf",
        "code": "OIDCProviderMetadataURL \"{{ISSUER}}/.well-known/openid-configuration\"\nOIDCClientID \"{{CLIENT_ID}}\"\nOIDCClientSecret \"${CLIENT_SECRET}\"\nOIDCRedirectURI \"{{REDIRECT_URI}}\"\nOIDCScope \"{{SCOPE}}\"\nOIDCPKCEMethod S256\nOIDCCryptoPassphrase \"exec:/usr/bin/openssl rand -hex 32\"\n\n<Location />\n  AuthType openid-connect\n  Require valid-user\n  Options +Includes\n</Location>\n\nRedirect \"/sign-out\" \"{{REDIRECT_URI}}?logout={{POST_LOGOUT_URI}}\""
      }
    ]
  },
  {
    "name": "node-api",
    "title": "API with Express and jose",
    "language": "JavaScript",
    "kind": "api",
    "isRedirectFixed": false,
    "scope": "orders:read",
    "options": {},
    "tokenProfile": "rfc9068",
    "install": "npm install express@5 jose@6",
    "run": "node app.js",
    "notes": [
      "tokenType",
      "checksScope"
    ],
    "files": [
      {
        "path": "app.js",
        "code": "import express from 'express'\nimport { createRemoteJWKSet, jwtVerify } from 'jose'\n\nconst issuer = '{{ISSUER}}'\nconst { jwks_uri: keySet } = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()\nconst keys = createRemoteJWKSet(new URL(keySet))\n\nconst app = express()\napp.use(async (request, response, next) => {\n  try {\n    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''\n    const { payload } = await jwtVerify(token, keys, {\n      issuer,\n      audience: '{{AUDIENCE}}',\n      typ: 'at+jwt',\n    })\n    if (!payload.scope?.split(' ').includes('{{SCOPE}}')) return response.sendStatus(403)\n    request.subject = payload.sub\n    next()\n  } catch {\n    response.set('WWW-Authenticate', 'Bearer').sendStatus(401)\n  }\n})\napp.get('/', ({ subject }, response) => response.json({ subject }))\n\napp.listen(Number(process.env.PORT ?? 3000))"
      }
    ]
  },
  {
    "name": "aspnet",
    "title": "ASP.NET Core",
    "language": "C#",
    "kind": "web",
    "redirectPath": "/signin-oidc",
    "isRedirectFixed": true,
    "signOutPath": "/signout-callback-oidc",
    "scope": "openid profile email",
    "options": {},
    "tokenProfile": "rfc9068",
    "nameFrom": "userInfo",
    "install": "dotnet add package Microsoft.AspNetCore.Authentication.OpenIdConnect",
    "run": "dotnet run",
    "notes": [
      "httpLocally"
    ],
    "files": [
      {
        "path": "Program.cs",
        "code": "using System.Net;\nusing Microsoft.AspNetCore.Authentication;\nusing Microsoft.AspNetCore.Authentication.Cookies;\nusing Microsoft.AspNetCore.Authentication.OpenIdConnect;\n\nvar builder = WebApplication.CreateBuilder(args);\nvar configuration = builder.Configuration;\n\nbuilder.Services\n    .AddAuthentication(CookieAuthenticationDefaults.AuthenticationScheme)\n    .AddCookie()\n    .AddOpenIdConnect(options =>\n    {\n        options.Authority = \"{{ISSUER}}\";\n        options.ClientId = \"{{CLIENT_ID}}\";\n        options.ClientSecret = configuration[\"CLIENT_SECRET\"]!;\n        options.ResponseType = \"code\";\n        options.Scope.Clear();\n        foreach (var scope in \"{{SCOPE}}\".Split(' ')) options.Scope.Add(scope);\n        options.GetClaimsFromUserInfoEndpoint = true;\n        options.MapInboundClaims = false;\n        options.TokenValidationParameters.NameClaimType = \"name\";\n        options.SaveTokens = true;\n        options.RequireHttpsMetadata = \"{{ISSUER}}\".StartsWith(\"https:\");\n    });\n\nvar app = builder.Build();\napp.UseAuthentication();\n\napp.MapGet(\"/\", (HttpContext context) =>\n{\n    var name = context.User.Identity?.Name;\n    var page = name is null\n        ? \"<a href=\\\"/sign-in\\\">Sign in</a>\"\n        : $\"Hello, {WebUtility.HtmlEncode(name)} <a href=\\\"/sign-out\\\">Sign out</a>\";\n    return Results.Content(page, \"text/html\");\n});\napp.MapGet(\"/sign-in\", () => Results.Challenge(\n    new AuthenticationProperties { RedirectUri = \"/\" }, [OpenIdConnectDefaults.AuthenticationScheme]));\napp.MapGet(\"/sign-out\", () => Results.SignOut(\n    new AuthenticationProperties { RedirectUri = \"/\" },\n    [CookieAuthenticationDefaults.AuthenticationScheme, OpenIdConnectDefaults.AuthenticationScheme]));\n\napp.Run($\"http://localhost:{configuration[\"PORT\"] ?? \"3000\"}\");"
      }
    ]
  },
  {
    "name": "express-authjs",
    "title": "Auth.js with Express",
    "language": "JavaScript",
    "kind": "web",
    "redirectPath": "/auth/callback/signet",
    "isRedirectFixed": true,
    "scope": "openid profile email",
    "options": {
      "idTokenClaims": true
    },
    "tokenProfile": "rfc9068",
    "nameFrom": "idToken",
    "install": "npm install express@5 @auth/express@0",
    "run": "node app.js",
    "notes": [
      "authSecret",
      "ownSessionOnly"
    ],
    "files": [
      {
        "path": "app.js",
        "code": "import { ExpressAuth, getSession } from '@auth/express'\nimport express from 'express'\n\nconst config = {\n  trustHost: true,\n  secret: process.env.AUTH_SECRET,\n  providers: [\n    {\n      id: 'signet',\n      name: 'Signet',\n      type: 'oidc',\n      issuer: '{{ISSUER}}',\n      clientId: '{{CLIENT_ID}}',\n      clientSecret: process.env.CLIENT_SECRET,\n      authorization: { params: { scope: '{{SCOPE}}' } },\n    },\n  ],\n}\n\nconst app = express()\napp.set('trust proxy', true)\napp.use('/auth', ExpressAuth(config))\n\napp.get('/', async (request, response) => {\n  const session = await getSession(request, config)\n  response.send(\n    session?.user\n      ? `Hello, ${session.user.name} <a href=\"/auth/signout\">Sign out</a>`\n      : '<a href=\"/auth/signin\">Sign in</a>',\n  )\n})\n\napp.listen(Number(process.env.PORT ?? 3000))"
      }
    ]
  },
  {
    "name": "spa-oidc-client-ts",
    "title": "Browser with oidc-client-ts",
    "language": "JavaScript",
    "kind": "browser",
    "redirectPath": "/",
    "isRedirectFixed": false,
    "signOutPath": "/",
    "scope": "openid profile email offline_access",
    "options": {},
    "tokenProfile": "rfc9068",
    "nameFrom": "userInfo",
    "install": "npm install oidc-client-ts@3",
    "run": "npx vite",
    "notes": [
      "browserOrigins",
      "loadUserInfo"
    ],
    "files": [
      {
        "path": "main.js",
        "code": "import { UserManager } from 'oidc-client-ts'\n\nconst manager = new UserManager({\n  authority: '{{ISSUER}}',\n  client_id: '{{CLIENT_ID}}',\n  redirect_uri: '{{REDIRECT_URI}}',\n  post_logout_redirect_uri: '{{POST_LOGOUT_URI}}',\n  scope: '{{SCOPE}}',\n  loadUserInfo: true,\n})\n\nconst page = document.querySelector('main')\nconst button = (text, action) => {\n  const element = document.createElement('button')\n  element.textContent = text\n  element.onclick = action\n  page.append(element)\n}\n\nif (new URLSearchParams(location.search).has('state')) {\n  await manager.signinCallback()\n  history.replaceState(null, '', location.pathname)\n}\nconst user = await manager.getUser()\nif (user) {\n  page.append(`Hello, ${user.profile.name} `)\n  button('Refresh', async () => {\n    await manager.signinSilent()\n    page.append('Refreshed')\n  })\n  button('Sign out', () => manager.signoutRedirect())\n} else button('Sign in', () => manager.signinRedirect())"
      }
    ]
  },
  {
    "name": "node-device",
    "title": "Command line with openid-client",
    "language": "JavaScript",
    "kind": "device",
    "isRedirectFixed": false,
    "scope": "openid profile email",
    "options": {},
    "tokenProfile": "rfc9068",
    "nameFrom": "userInfo",
    "install": "npm install openid-client@6",
    "run": "node app.js",
    "notes": [
      "httpLocally"
    ],
    "files": [
      {
        "path": "app.js",
        "code": "import * as client from 'openid-client'\n\nconst issuer = new URL('{{ISSUER}}')\nconst config = await client.discovery(issuer, '{{CLIENT_ID}}', undefined, client.None(), {\n  execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [],\n})\nconst device = await client.initiateDeviceAuthorization(config, { scope: '{{SCOPE}}' })\nconsole.log(`Open ${device.verification_uri_complete} and confirm the code ${device.user_code}.`)\n\nconst tokens = await client.pollDeviceAuthorizationGrant(config, device)\nconst user = await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub)\nconsole.log(`Hello, ${user.name}`)"
      }
    ]
  },
  {
    "name": "python-device",
    "title": "Command line with requests",
    "language": "Python",
    "kind": "device",
    "isRedirectFixed": false,
    "scope": "openid profile email",
    "options": {},
    "tokenProfile": "rfc9068",
    "nameFrom": "userInfo",
    "install": "pip install requests",
    "run": "python app.py",
    "notes": [
      "deviceErrors"
    ],
    "files": [
      {
        "path": "app.py",
        "code": "import os\nimport time\n\nimport requests\n\nclient = {\"client_id\": \"{{CLIENT_ID}}\"}\ndiscovery = requests.get(\"{{ISSUER}}\" + \"/.well-known/openid-configuration\").json()\n\ndevice = requests.post(\n    discovery[\"device_authorization_endpoint\"], data={**client, \"scope\": \"{{SCOPE}}\"}\n).json()\nprint(f\"Open {device['verification_uri_complete']} and confirm the code {device['user_code']}.\")\n\ngrant = {\n    **client,\n    \"grant_type\": \"urn:ietf:params:oauth:grant-type:device_code\",\n    \"device_code\": device[\"device_code\"],\n}\ninterval = device.get(\"interval\", 5)\nwhile True:\n    time.sleep(interval)\n    answer = requests.post(discovery[\"token_endpoint\"], data=grant).json()\n    if \"access_token\" in answer:\n        break\n    if answer[\"error\"] == \"slow_down\":\n        interval += 5\n    elif answer[\"error\"] != \"authorization_pending\":\n        raise SystemExit(answer[\"error\"])\n\nauthorization = {\"Authorization\": f\"Bearer {answer['access_token']}\"}\nuser = requests.get(discovery[\"userinfo_endpoint\"], headers=authorization).json()\nprint(f\"Hello, {user['name']}\")"
      }
    ]
  },
  {
    "name": "dex",
    "title": "Dex as a broker",
    "language": "YAML",
    "kind": "web",
    "redirectPath": "/callback",
    "isRedirectFixed": true,
    "scope": "openid profile email",
    "options": {},
    "tokenProfile": "rfc9068",
    "nameFrom": "userInfo",
    "install": "git clone https://github.com/dexidp/dex && make -C dex build",
    "run": "dex serve config.yaml",
    "notes": [
      "verifiedEmail",
      "ownSessionOnly",
      "dexUserInfo"
    ],
    "files": [
      {
        "path": "config.yaml",
        "code": "issuer: http://localhost:5556\nstorage:\n  type: memory\nweb:\n  http: 127.0.0.1:5556\nconnectors:\n  - type: oidc\n    id: signet\n    name: Signet\n    config:\n      issuer: {{ISSUER}}\n      clientID: {{CLIENT_ID}}\n      clientSecret: $CLIENT_SECRET\n      redirectURI: {{REDIRECT_URI}}\n      scopes:\n        - profile\n        - email\n      getUserInfo: true\n      insecureSkipEmailVerified: false"
      }
    ]
  },
  {
    "name": "django",
    "title": "Django with mozilla-django-oidc",
    "language": "Python",
    "kind": "web",
    "redirectPath": "/oidc/callback/",
    "isRedirectFixed": true,
    "signOutPath": "/",
    "scope": "openid profile email",
    "options": {},
    "tokenProfile": "rfc9068",
    "nameFrom": "userInfo",
    "install": "pip install Django mozilla-django-oidc",
    "run": "python manage.py migrate && python manage.py runserver ${PORT:-3000}",
    "notes": [
      "pkceIsOff",
      "endpointsWritten",
      "djangoName"
    ],
    "files": [
      {
        "path": "settings.py",
        "code": "import os\nimport secrets\n\nSECRET_KEY = os.environ.get(\"SESSION_SECRET\", secrets.token_hex(32))\nDEBUG = True\nROOT_URLCONF = \"urls\"\nINSTALLED_APPS = [\n    \"django.contrib.auth\",\n    \"django.contrib.contenttypes\",\n    \"django.contrib.sessions\",\n    \"mozilla_django_oidc\",\n]\nMIDDLEWARE = [\n    \"django.contrib.sessions.middleware.SessionMiddleware\",\n    \"django.middleware.csrf.CsrfViewMiddleware\",\n    \"django.contrib.auth.middleware.AuthenticationMiddleware\",\n]\nTEMPLATES = [{\"BACKEND\": \"django.template.backends.django.DjangoTemplates\"}]\nDATABASES = {\"default\": {\"ENGINE\": \"django.db.backends.sqlite3\", \"NAME\": \"db.sqlite3\"}}\n\nAUTHENTICATION_BACKENDS = [\"signet.Backend\"]\nLOGIN_REDIRECT_URL = \"/\"\nLOGOUT_REDIRECT_URL = \"/\"\n\nISSUER = \"{{ISSUER}}\"\nOIDC_OP_AUTHORIZATION_ENDPOINT = ISSUER + \"/auth\"\nOIDC_OP_TOKEN_ENDPOINT = ISSUER + \"/token\"\nOIDC_OP_USER_ENDPOINT = ISSUER + \"/me\"\nOIDC_OP_JWKS_ENDPOINT = ISSUER + \"/jwks\"\nOIDC_RP_CLIENT_ID = \"{{CLIENT_ID}}\"\nOIDC_RP_CLIENT_SECRET = os.environ[\"CLIENT_SECRET\"]\nOIDC_RP_SCOPES = \"{{SCOPE}}\"\nOIDC_RP_SIGN_ALGO = \"RS256\"\nOIDC_USE_PKCE = True\nOIDC_STORE_ID_TOKEN = True\nOIDC_OP_LOGOUT_URL_METHOD = \"signet.logout_url\"\nOIDC_LOGOUT_ADDRESS = \"{{POST_LOGOUT_URI}}\""
      },
      {
        "path": "signet.py",
        "code": "from urllib.parse import urlencode\n\nfrom django.conf import settings\nfrom mozilla_django_oidc.auth import OIDCAuthenticationBackend\n\n\nclass Backend(OIDCAuthenticationBackend):\n    def create_user(self, claims):\n        return self.update_user(super().create_user(claims), claims)\n\n    def update_user(self, user, claims):\n        user.first_name = claims.get(\"given_name\", \"\")\n        user.last_name = claims.get(\"family_name\", \"\")\n        user.save()\n        return user\n\n\ndef logout_url(request):\n    query = {\n        \"id_token_hint\": request.session[\"oidc_id_token\"],\n        \"post_logout_redirect_uri\": settings.OIDC_LOGOUT_ADDRESS,\n    }\n    return settings.ISSUER + \"/session/end?\" + urlencode(query)"
      },
      {
        "path": "urls.py",
        "code": "from django.http import HttpResponse\nfrom django.middleware.csrf import get_token\nfrom django.urls import include, path\n\n\ndef home(request):\n    if not request.user.is_authenticated:\n        return HttpResponse('<a href=\"/oidc/authenticate/\">Sign in</a>')\n    token = f'<input type=\"hidden\" name=\"csrfmiddlewaretoken\" value=\"{get_token(request)}\">'\n    form = f'<form method=\"post\" action=\"/oidc/logout/\">{token}<button>Sign out</button></form>'\n    return HttpResponse(f\"Hello, {request.user.get_full_name()} {form}\")\n\n\nurlpatterns = [path(\"\", home), path(\"oidc/\", include(\"mozilla_django_oidc.urls\"))]"
      }
    ]
  },
  {
    "name": "express-openid-connect",
    "title": "Express with express-openid-connect",
    "language": "JavaScript",
    "kind": "web",
    "redirectPath": "/callback",
    "isRedirectFixed": true,
    "signOutPath": "",
    "scope": "openid profile email",
    "options": {
      "idTokenClaims": true
    },
    "tokenProfile": "rfc9068",
    "nameFrom": "idToken",
    "install": "npm install express@5 express-openid-connect@3",
    "run": "node app.js",
    "notes": [
      "codeFlow",
      "logoutOption"
    ],
    "files": [
      {
        "path": "app.js",
        "code": "import { randomUUID } from 'node:crypto'\nimport express from 'express'\nimport openId from 'express-openid-connect'\n\nconst app = express()\napp.use(\n  openId.auth({\n    issuerBaseURL: '{{ISSUER}}',\n    baseURL: '{{ORIGIN}}',\n    clientID: '{{CLIENT_ID}}',\n    clientSecret: process.env.CLIENT_SECRET,\n    // Encrypts the session cookie; keep one value for all processes.\n    secret: process.env.SESSION_SECRET ?? randomUUID(),\n    authRequired: false,\n    idpLogout: true,\n    authorizationParams: { response_type: 'code', scope: '{{SCOPE}}' },\n  }),\n)\n\napp.get('/', ({ oidc }, response) =>\n  response.send(\n    oidc.isAuthenticated()\n      ? `Hello, ${oidc.user.name} <a href=\"/logout\">Sign out</a>`\n      : '<a href=\"/login\">Sign in</a>',\n  ),\n)\n\napp.listen(Number(process.env.PORT ?? 3000))"
      }
    ]
  },
  {
    "name": "express-oauth4webapi",
    "title": "Express with oauth4webapi",
    "language": "JavaScript",
    "kind": "web",
    "redirectPath": "/callback",
    "isRedirectFixed": false,
    "scope": "openid profile email",
    "options": {},
    "tokenProfile": "rfc9068",
    "nameFrom": "userInfo",
    "install": "npm install express@5 express-session@1 oauth4webapi@3",
    "run": "node app.js",
    "notes": [
      "httpLocally",
      "ownSessionOnly"
    ],
    "files": [
      {
        "path": "app.js",
        "code": "import { randomUUID } from 'node:crypto'\nimport express from 'express'\nimport session from 'express-session'\nimport * as oauth from 'oauth4webapi'\n\nconst issuer = new URL('{{ISSUER}}')\nconst options = { [oauth.allowInsecureRequests]: issuer.protocol === 'http:' }\nconst server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))\nconst client = { client_id: '{{CLIENT_ID}}' }\nconst authentication = oauth.ClientSecretBasic(process.env.CLIENT_SECRET)\nconst redirectUri = '{{REDIRECT_URI}}'\n\nconst app = express()\napp.use(session({ secret: randomUUID(), resave: false, saveUninitialized: false }))\n\napp.get('/', ({ session: { user } }, response) =>\n  response.send(\n    user ? `Hello, ${user.name} <a href=\"/sign-out\">Sign out</a>` : '<a href=\"/sign-in\">Sign in</a>',\n  ),\n)\n\napp.get('/sign-in', async (request, response) => {\n  const verifier = oauth.generateRandomCodeVerifier()\n  const state = oauth.generateRandomState()\n  request.session.pending = { verifier, state }\n  const url = new URL(server.authorization_endpoint)\n  url.search = new URLSearchParams({\n    client_id: client.client_id,\n    response_type: 'code',\n    redirect_uri: redirectUri,\n    scope: '{{SCOPE}}',\n    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),\n    code_challenge_method: 'S256',\n    state,\n  }).toString()\n  response.redirect(url.href)\n})\n\napp.get('{{REDIRECT_PATH}}', async (request, response) => {\n  const { verifier, state } = request.session.pending\n  const parameters = oauth.validateAuthResponse(\n    server,\n    client,\n    new URL(request.originalUrl, redirectUri),\n    state,\n  )\n  const answer = await oauth.authorizationCodeGrantRequest(\n    server,\n    client,\n    authentication,\n    parameters,\n    redirectUri,\n    verifier,\n    options,\n  )\n  const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {\n    requireIdToken: true,\n  })\n  const { sub } = oauth.getValidatedIdTokenClaims(tokens)\n  const userInfo = await oauth.userInfoRequest(server, client, tokens.access_token, options)\n  const user = await oauth.processUserInfoResponse(server, client, sub, userInfo)\n  request.session.regenerate(() => {\n    request.session.user = user\n    response.redirect('/')\n  })\n})\n\napp.get('/sign-out', (request, response) => request.session.destroy(() => response.redirect('/')))\n\napp.listen(Number(process.env.PORT ?? 3000))"
      }
    ]
  },
  {
    "name": "express-openid-client",
    "title": "Express with openid-client",
    "language": "JavaScript",
    "kind": "web",
    "redirectPath": "/callback",
    "isRedirectFixed": false,
    "signOutPath": "/",
    "scope": "openid profile email offline_access",
    "options": {},
    "tokenProfile": "rfc9068",
    "nameFrom": "userInfo",
    "install": "npm install express@5 express-session@1 openid-client@6",
    "run": "node app.js",
    "notes": [
      "httpLocally"
    ],
    "files": [
      {
        "path": "app.js",
        "code": "import { randomUUID } from 'node:crypto'\nimport express from 'express'\nimport session from 'express-session'\nimport * as client from 'openid-client'\n\nconst issuer = new URL('{{ISSUER}}')\nconst config = await client.discovery(issuer, '{{CLIENT_ID}}', process.env.CLIENT_SECRET, undefined, {\n  execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [],\n})\n\nconst app = express()\napp.use(session({ secret: randomUUID(), resave: false, saveUninitialized: false }))\n\napp.get('/', ({ session: { user } }, response) =>\n  response.send(\n    user\n      ? `Hello, ${user.name} <a href=\"/refresh\">Refresh</a> <a href=\"/sign-out\">Sign out</a>`\n      : '<a href=\"/sign-in\">Sign in</a>',\n  ),\n)\n\napp.get('/sign-in', async (request, response) => {\n  const verifier = client.randomPKCECodeVerifier()\n  const state = client.randomState()\n  request.session.pending = { verifier, state }\n  const url = client.buildAuthorizationUrl(config, {\n    redirect_uri: '{{REDIRECT_URI}}',\n    scope: '{{SCOPE}}',\n    code_challenge: await client.calculatePKCECodeChallenge(verifier),\n    code_challenge_method: 'S256',\n    state,\n  })\n  response.redirect(url.href)\n})\n\napp.get('{{REDIRECT_PATH}}', async (request, response) => {\n  const { verifier, state } = request.session.pending\n  const url = new URL(request.originalUrl, '{{REDIRECT_URI}}')\n  const tokens = await client.authorizationCodeGrant(config, url, {\n    pkceCodeVerifier: verifier,\n    expectedState: state,\n  })\n  const user = await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub)\n  request.session.regenerate(() => {\n    Object.assign(request.session, { user, idToken: tokens.id_token, refreshToken: tokens.refresh_token })\n    response.redirect('/')\n  })\n})\n\napp.get('/refresh', async ({ session }, response) => {\n  const tokens = await client.refreshTokenGrant(config, session.refreshToken)\n  session.refreshToken = tokens.refresh_token ?? session.refreshToken\n  response.send('Refreshed')\n})\n\napp.get('/sign-out', (request, response) => {\n  const url = client.buildEndSessionUrl(config, {\n    post_logout_redirect_uri: '{{POST_LOGOUT_URI}}',\n    id_token_hint: request.session.idToken,\n  })\n  request.session.destroy(() => response.redirect(url.href))\n})\n\napp.listen(Number(process.env.PORT ?? 3000))"
      }
    ]
  },
  {
    "name": "express-passport",
    "title": "Express with Passport",
    "language": "JavaScript",
    "kind": "web",
    "redirectPath": "/callback",
    "isRedirectFixed": false,
    "scope": "openid profile email",
    "options": {
      "pkce": "optional",
      "idTokenClaims": true
    },
    "tokenProfile": "rfc9068",
    "nameFrom": "idToken",
    "install": "npm install express@5 express-session@1 passport@0.7 passport-openidconnect@0.1",
    "run": "node app.js",
    "notes": [
      "endpointsWritten",
      "ownSessionOnly"
    ],
    "files": [
      {
        "path": "app.js",
        "code": "import { randomUUID } from 'node:crypto'\nimport express from 'express'\nimport session from 'express-session'\nimport passport from 'passport'\nimport OpenIDConnectStrategy from 'passport-openidconnect'\n\nconst issuer = '{{ISSUER}}'\npassport.use(\n  new OpenIDConnectStrategy(\n    {\n      issuer,\n      authorizationURL: `${issuer}/auth`,\n      tokenURL: `${issuer}/token`,\n      userInfoURL: `${issuer}/me`,\n      clientID: '{{CLIENT_ID}}',\n      clientSecret: process.env.CLIENT_SECRET,\n      callbackURL: '{{REDIRECT_URI}}',\n      scope: '{{SCOPE}}',\n    },\n    (_issuer, profile, done) => done(null, profile),\n  ),\n)\npassport.serializeUser((user, done) => done(null, user))\npassport.deserializeUser((user, done) => done(null, user))\n\nconst app = express()\napp.use(session({ secret: randomUUID(), resave: false, saveUninitialized: false }))\napp.use(passport.authenticate('session'))\n\napp.get('/', ({ user }, response) =>\n  response.send(\n    user ? `Hello, ${user.displayName} <a href=\"/sign-out\">Sign out</a>` : '<a href=\"/sign-in\">Sign in</a>',\n  ),\n)\napp.get('/sign-in', passport.authenticate('openidconnect'))\napp.get('{{REDIRECT_PATH}}', passport.authenticate('openidconnect', { successRedirect: '/', failWithError: true }))\napp.get('/sign-out', (request, response) => request.logout(() => response.redirect('/')))\n\napp.listen(Number(process.env.PORT ?? 3000))"
      }
    ]
  },
  {
    "name": "fastapi",
    "title": "FastAPI with Authlib",
    "language": "Python",
    "kind": "web",
    "redirectPath": "/callback",
    "isRedirectFixed": false,
    "signOutPath": "/",
    "scope": "openid profile email",
    "options": {
      "idTokenClaims": true
    },
    "tokenProfile": "rfc9068",
    "nameFrom": "idToken",
    "install": "pip install Authlib fastapi httpx itsdangerous uvicorn",
    "run": "uvicorn app:app --port ${PORT:-3000}",
    "notes": [
      "pkceIsOff"
    ],
    "files": [
      {
        "path": "app.py",
        "code": "import os\nimport secrets\nfrom urllib.parse import urlencode\n\nfrom authlib.integrations.starlette_client import OAuth\nfrom fastapi import FastAPI, Request\nfrom fastapi.responses import HTMLResponse, RedirectResponse\nfrom starlette.middleware.sessions import SessionMiddleware\n\napp = FastAPI()\napp.add_middleware(SessionMiddleware, secret_key=os.environ.get(\"SESSION_SECRET\", secrets.token_hex(32)))\n\nsignet = OAuth().register(\n    \"signet\",\n    server_metadata_url=\"{{ISSUER}}\" + \"/.well-known/openid-configuration\",\n    client_id=\"{{CLIENT_ID}}\",\n    client_secret=os.environ[\"CLIENT_SECRET\"],\n    client_kwargs={\"scope\": \"{{SCOPE}}\", \"code_challenge_method\": \"S256\"},\n)\n\n\n@app.get(\"/\", response_class=HTMLResponse)\nasync def home(request: Request):\n    user = request.session.get(\"user\")\n    if user is None:\n        return '<a href=\"/sign-in\">Sign in</a>'\n    return f'Hello, {user[\"name\"]} <a href=\"/sign-out\">Sign out</a>'\n\n\n@app.get(\"/sign-in\")\nasync def sign_in(request: Request):\n    return await signet.authorize_redirect(request, \"{{REDIRECT_URI}}\")\n\n\n@app.get(\"{{REDIRECT_PATH}}\")\nasync def callback(request: Request):\n    token = await signet.authorize_access_token(request)\n    request.session[\"user\"] = {\"name\": token[\"userinfo\"][\"name\"]}\n    request.session[\"id_token\"] = token[\"id_token\"]\n    return RedirectResponse(\"/\")\n\n\n@app.get(\"/sign-out\")\nasync def sign_out(request: Request):\n    metadata = await signet.load_server_metadata()\n    query = {\n        \"id_token_hint\": request.session[\"id_token\"],\n        \"post_logout_redirect_uri\": \"{{POST_LOGOUT_URI}}\",\n    }\n    request.session.clear()\n    return RedirectResponse(metadata[\"end_session_endpoint\"] + \"?\" + urlencode(query))"
      }
    ]
  },
  {
    "name": "fastify",
    "title": "Fastify with @fastify/oauth2",
    "language": "JavaScript",
    "kind": "web",
    "redirectPath": "/callback",
    "isRedirectFixed": false,
    "scope": "openid profile email offline_access",
    "options": {},
    "tokenProfile": "rfc9068",
    "nameFrom": "userInfo",
    "install": "npm install fastify@5 @fastify/cookie@11 @fastify/session@11 @fastify/oauth2@8",
    "run": "node app.js",
    "notes": [
      "noIdTokenCheck",
      "ownSessionOnly"
    ],
    "files": [
      {
        "path": "app.js",
        "code": "import { randomBytes } from 'node:crypto'\nimport cookie from '@fastify/cookie'\nimport oauth from '@fastify/oauth2'\nimport session from '@fastify/session'\nimport Fastify from 'fastify'\n\nconst app = Fastify()\nawait app.register(cookie)\nawait app.register(session, { secret: randomBytes(32).toString('hex'), cookie: { secure: 'auto' } })\nawait app.register(oauth, {\n  name: 'signet',\n  scope: '{{SCOPE}}'.split(' '),\n  credentials: { client: { id: '{{CLIENT_ID}}', secret: process.env.CLIENT_SECRET } },\n  startRedirectPath: '/sign-in',\n  callbackUri: '{{REDIRECT_URI}}',\n  discovery: { issuer: '{{ISSUER}}' },\n})\n\napp.get('/', async ({ session: { user } }, reply) =>\n  reply\n    .type('text/html')\n    .send(\n      user\n        ? `Hello, ${user.name} <a href=\"/refresh\">Refresh</a> <a href=\"/sign-out\">Sign out</a>`\n        : '<a href=\"/sign-in\">Sign in</a>',\n    ),\n)\n\napp.get('{{REDIRECT_PATH}}', async (request, reply) => {\n  const { token } = await app.signet.getAccessTokenFromAuthorizationCodeFlow(request)\n  const user = await app.signet.userinfo(token)\n  await request.session.regenerate()\n  Object.assign(request.session, { user, token })\n  return reply.redirect('/')\n})\n\napp.get('/refresh', async ({ session }) => {\n  const { token } = await app.signet.getNewAccessTokenUsingRefreshToken(session.token)\n  session.token = token\n  return 'Refreshed'\n})\n\napp.get('/sign-out', async (request, reply) => {\n  await request.session.destroy()\n  return reply.redirect('/')\n})\n\nawait app.listen({ port: Number(process.env.PORT ?? 3000) })"
      }
    ]
  },
  {
    "name": "flask",
    "title": "Flask with Authlib",
    "language": "Python",
    "kind": "web",
    "redirectPath": "/callback",
    "isRedirectFixed": false,
    "signOutPath": "/",
    "scope": "openid profile email",
    "options": {
      "idTokenClaims": true
    },
    "tokenProfile": "rfc9068",
    "nameFrom": "idToken",
    "install": "pip install Authlib Flask requests",
    "run": "flask --app app run --port ${PORT:-3000}",
    "notes": [
      "pkceIsOff"
    ],
    "files": [
      {
        "path": "app.py",
        "code": "import os\nimport secrets\nfrom urllib.parse import urlencode\n\nfrom authlib.integrations.flask_client import OAuth\nfrom flask import Flask, redirect, session\n\napp = Flask(__name__)\napp.secret_key = os.environ.get(\"SESSION_SECRET\", secrets.token_hex(32))\n\nsignet = OAuth(app).register(\n    \"signet\",\n    server_metadata_url=\"{{ISSUER}}\" + \"/.well-known/openid-configuration\",\n    client_id=\"{{CLIENT_ID}}\",\n    client_secret=os.environ[\"CLIENT_SECRET\"],\n    client_kwargs={\"scope\": \"{{SCOPE}}\", \"code_challenge_method\": \"S256\"},\n)\n\n\n@app.get(\"/\")\ndef home():\n    if \"user\" not in session:\n        return '<a href=\"/sign-in\">Sign in</a>'\n    return f'Hello, {session[\"user\"][\"name\"]} <a href=\"/sign-out\">Sign out</a>'\n\n\n@app.get(\"/sign-in\")\ndef sign_in():\n    return signet.authorize_redirect(\"{{REDIRECT_URI}}\")\n\n\n@app.get(\"{{REDIRECT_PATH}}\")\ndef callback():\n    token = signet.authorize_access_token()\n    session[\"user\"] = {\"name\": token[\"userinfo\"][\"name\"]}\n    session[\"id_token\"] = token[\"id_token\"]\n    return redirect(\"/\")\n\n\n@app.get(\"/sign-out\")\ndef sign_out():\n    query = {\"id_token_hint\": session[\"id_token\"], \"post_logout_redirect_uri\": \"{{POST_LOGOUT_URI}}\"}\n    session.clear()\n    return redirect(signet.load_server_metadata()[\"end_session_endpoint\"] + \"?\" + urlencode(query))"
      }
    ]
  },
  {
    "name": "gitea",
    "title": "Gitea and Forgejo",
    "language": "Shell",
    "kind": "web",
    "redirectPath": "/user/oauth2/signet/callback",
    "isRedirectFixed": true,
    "scope": "openid profile email",
    "options": {
      "pkce": "optional"
    },
    "tokenProfile": "rfc9068",
    "nameFrom": "userInfo",
    "install": "sh add-source.sh",
    "run": "gitea web",
    "notes": [
      "ownSessionOnly",
      "giteaName"
    ],
    "files": [
      {
        "path": "add-source.sh",
        "code": "gitea admin auth add-oauth \\\n  --name=signet \\\n  --provider=openidConnect \\\n  --key=\"{{CLIENT_ID}}\" \\\n  --secret=\"$CLIENT_SECRET\" \\\n  --auto-discover-url=\"{{ISSUER}}/.well-known/openid-configuration\" \\\n  --scopes=email \\\n  --scopes=profile"
      }
    ]
  },
  {
    "name": "go-oidc",
    "title": "Go with go-oidc",
    "language": "Go",
    "kind": "web",
    "redirectPath": "/callback",
    "isRedirectFixed": false,
    "signOutPath": "/",
    "scope": "openid profile email",
    "options": {},
    "tokenProfile": "rfc9068",
    "nameFrom": "userInfo",
    "install": "go get github.com/coreos/go-oidc/v3 golang.org/x/oauth2 github.com/gorilla/sessions",
    "run": "go build -o app . && PORT=${PORT:-3000} ./app",
    "notes": [
      "pkceIsOff",
      "sessionCookie"
    ],
    "files": [
      {
        "path": "main.go",
        "code": "package main\n\nimport (\n\t\"context\"\n\t\"crypto/rand\"\n\t\"fmt\"\n\t\"html\"\n\t\"log\"\n\t\"net/http\"\n\t\"net/url\"\n\t\"os\"\n\t\"strings\"\n\n\t\"github.com/coreos/go-oidc/v3/oidc\"\n\t\"github.com/gorilla/sessions\"\n\t\"golang.org/x/oauth2\"\n)\n\nvar store = sessions.NewCookieStore([]byte(rand.Text() + rand.Text()))\n\nfunc main() {\n\tprovider, err := oidc.NewProvider(context.Background(), \"{{ISSUER}}\")\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\tconfig := oauth2.Config{\n\t\tClientID:     \"{{CLIENT_ID}}\",\n\t\tClientSecret: os.Getenv(\"CLIENT_SECRET\"),\n\t\tEndpoint:     provider.Endpoint(),\n\t\tRedirectURL:  \"{{REDIRECT_URI}}\",\n\t\tScopes:       strings.Fields(\"{{SCOPE}}\"),\n\t}\n\tverifier := provider.Verifier(&oidc.Config{ClientID: config.ClientID})\n\n\thttp.HandleFunc(\"/{$}\", func(w http.ResponseWriter, r *http.Request) {\n\t\tsession, _ := store.Get(r, \"session\")\n\t\tw.Header().Set(\"Content-Type\", \"text/html\")\n\t\tname, ok := session.Values[\"name\"].(string)\n\t\tif !ok {\n\t\t\tfmt.Fprint(w, `<a href=\"/sign-in\">Sign in</a>`)\n\t\t\treturn\n\t\t}\n\t\tfmt.Fprintf(w, `Hello, %s <a href=\"/sign-out\">Sign out</a>`, html.EscapeString(name))\n\t})\n\n\thttp.HandleFunc(\"/sign-in\", func(w http.ResponseWriter, r *http.Request) {\n\t\tsession, _ := store.Get(r, \"session\")\n\t\tsession.Values = map[any]any{\"state\": rand.Text(), \"nonce\": rand.Text(), \"verifier\": oauth2.GenerateVerifier()}\n\t\tsession.Save(r, w)\n\t\tstate, nonce := session.Values[\"state\"].(string), session.Values[\"nonce\"].(string)\n\t\tpkce := oauth2.S256ChallengeOption(session.Values[\"verifier\"].(string))\n\t\thttp.Redirect(w, r, config.AuthCodeURL(state, oidc.Nonce(nonce), pkce), http.StatusFound)\n\t})\n\n\thttp.HandleFunc(\"{{REDIRECT_PATH}}\", func(w http.ResponseWriter, r *http.Request) {\n\t\tsession, _ := store.Get(r, \"session\")\n\t\tstate, _ := session.Values[\"state\"].(string)\n\t\tif state == \"\" || r.URL.Query().Get(\"state\") != state {\n\t\t\thttp.Error(w, \"The state does not match.\", http.StatusBadRequest)\n\t\t\treturn\n\t\t}\n\t\tpkce := oauth2.VerifierOption(session.Values[\"verifier\"].(string))\n\t\ttoken, err := config.Exchange(r.Context(), r.URL.Query().Get(\"code\"), pkce)\n\t\tif err != nil {\n\t\t\thttp.Error(w, err.Error(), http.StatusBadGateway)\n\t\t\treturn\n\t\t}\n\t\trawIDToken, _ := token.Extra(\"id_token\").(string)\n\t\tidToken, err := verifier.Verify(r.Context(), rawIDToken)\n\t\tif err != nil || idToken.Nonce != session.Values[\"nonce\"] {\n\t\t\thttp.Error(w, \"The ID token is not valid.\", http.StatusBadGateway)\n\t\t\treturn\n\t\t}\n\t\tuserInfo, err := provider.UserInfo(r.Context(), config.TokenSource(r.Context(), token))\n\t\tif err != nil {\n\t\t\thttp.Error(w, err.Error(), http.StatusBadGateway)\n\t\t\treturn\n\t\t}\n\t\tvar claims struct {\n\t\t\tName string `json:\"name\"`\n\t\t}\n\t\tuserInfo.Claims(&claims)\n\t\tsession.Values = map[any]any{\"name\": claims.Name, \"idToken\": rawIDToken}\n\t\tsession.Save(r, w)\n\t\thttp.Redirect(w, r, \"/\", http.StatusFound)\n\t})\n\n\thttp.HandleFunc(\"/sign-out\", func(w http.ResponseWriter, r *http.Request) {\n\t\tsession, _ := store.Get(r, \"session\")\n\t\tidToken, _ := session.Values[\"idToken\"].(string)\n\t\tsession.Options.MaxAge = -1\n\t\tsession.Save(r, w)\n\t\tquery := url.Values{\"id_token_hint\": {idToken}, \"post_logout_redirect_uri\": {\"{{POST_LOGOUT_URI}}\"}}\n\t\thttp.Redirect(w, r, \"{{ISSUER}}\"+\"/session/end?\"+query.Encode(), http.StatusFound)\n\t})\n\n\tlog.Fatal(http.ListenAndServe(\"localhost:\"+os.Getenv(\"PORT\"), nil))\n}"
      }
    ]
  },
  {
    "name": "goth",
    "title": "Go with goth",
    "language": "Go",
    "kind": "web",
    "redirectPath": "/callback",
    "isRedirectFixed": false,
    "scope": "openid profile email",
    "options": {
      "pkce": "optional"
    },
    "tokenProfile": "rfc9068",
    "nameFrom": "userInfo",
    "install": "go get github.com/markbates/goth github.com/gorilla/sessions",
    "run": "go build -o app . && PORT=${PORT:-3000} ./app",
    "notes": [
      "ownSessionOnly",
      "sessionCookie"
    ],
    "files": [
      {
        "path": "main.go",
        "code": "package main\n\nimport (\n\t\"crypto/rand\"\n\t\"fmt\"\n\t\"html\"\n\t\"log\"\n\t\"net/http\"\n\t\"os\"\n\t\"strings\"\n\n\t\"github.com/gorilla/sessions\"\n\t\"github.com/markbates/goth\"\n\t\"github.com/markbates/goth/gothic\"\n\t\"github.com/markbates/goth/providers/openidConnect\"\n)\n\nconst providerName = \"openid-connect\"\n\nfunc main() {\n\tstore := sessions.NewCookieStore([]byte(rand.Text() + rand.Text()))\n\tgothic.Store = store\n\tprovider, err := openidConnect.New(\n\t\t\"{{CLIENT_ID}}\",\n\t\tos.Getenv(\"CLIENT_SECRET\"),\n\t\t\"{{REDIRECT_URI}}\",\n\t\t\"{{ISSUER}}\"+\"/.well-known/openid-configuration\",\n\t\tstrings.Fields(\"{{SCOPE}}\")...,\n\t)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\tgoth.UseProviders(provider)\n\n\thttp.HandleFunc(\"/{$}\", func(w http.ResponseWriter, r *http.Request) {\n\t\tsession, _ := store.Get(r, \"session\")\n\t\tw.Header().Set(\"Content-Type\", \"text/html\")\n\t\tname, ok := session.Values[\"name\"].(string)\n\t\tif !ok {\n\t\t\tfmt.Fprint(w, `<a href=\"/sign-in\">Sign in</a>`)\n\t\t\treturn\n\t\t}\n\t\tfmt.Fprintf(w, `Hello, %s <a href=\"/sign-out\">Sign out</a>`, html.EscapeString(name))\n\t})\n\n\thttp.HandleFunc(\"/sign-in\", func(w http.ResponseWriter, r *http.Request) {\n\t\tgothic.BeginAuthHandler(w, gothic.GetContextWithProvider(r, providerName))\n\t})\n\n\thttp.HandleFunc(\"{{REDIRECT_PATH}}\", func(w http.ResponseWriter, r *http.Request) {\n\t\tuser, err := gothic.CompleteUserAuth(w, gothic.GetContextWithProvider(r, providerName))\n\t\tif err != nil {\n\t\t\thttp.Error(w, err.Error(), http.StatusBadGateway)\n\t\t\treturn\n\t\t}\n\t\tsession, _ := store.Get(r, \"session\")\n\t\tsession.Values[\"name\"] = user.Name\n\t\tsession.Save(r, w)\n\t\thttp.Redirect(w, r, \"/\", http.StatusFound)\n\t})\n\n\thttp.HandleFunc(\"/sign-out\", func(w http.ResponseWriter, r *http.Request) {\n\t\tsession, _ := store.Get(r, \"session\")\n\t\tsession.Options.MaxAge = -1\n\t\tsession.Save(r, w)\n\t\thttp.Redirect(w, r, \"/\", http.StatusFound)\n\t})\n\n\tlog.Fatal(http.ListenAndServe(\"localhost:\"+os.Getenv(\"PORT\"), nil))\n}"
      }
    ]
  },
  {
    "name": "grafana",
    "title": "Grafana",
    "language": "INI",
    "kind": "web",
    "redirectPath": "/login/generic_oauth",
    "isRedirectFixed": true,
    "signOutPath": "/login",
    "scope": "openid profile email",
    "options": {},
    "tokenProfile": "rfc9068",
    "nameFrom": "userInfo",
    "install": "apt-get install grafana",
    "run": "grafana-server --config grafana.ini",
    "notes": [
      "pkceIsOff",
      "endpointsWritten"
    ],
    "files": [
      {
        "path": "grafana.ini",
        "code": "[server]\nroot_url = {{ORIGIN}}\n\n[auth.generic_oauth]\nenabled = true\nname = Signet\nclient_id = {{CLIENT_ID}}\nclient_secret = $__env{CLIENT_SECRET}\nscopes = {{SCOPE}}\nauth_url = {{ISSUER}}/auth\ntoken_url = {{ISSUER}}/token\napi_url = {{ISSUER}}/me\nsignout_redirect_url = {{ISSUER}}/session/end?client_id={{CLIENT_ID}}&post_logout_redirect_uri={{POST_LOGOUT_URI}}\nuse_pkce = true\nlogin_attribute_path = email\nname_attribute_path = name\nallow_sign_up = true"
      }
    ]
  },
  {
    "name": "keycloak",
    "title": "Keycloak as a broker",
    "language": "JSON",
    "kind": "web",
    "redirectPath": "/realms/company/broker/signet/endpoint",
    "isRedirectFixed": true,
    "scope": "openid profile email",
    "options": {},
    "tokenProfile": "rfc9068",
    "nameFrom": "userInfo",
    "install": "cp realm.json keycloak/data/import/ && keycloak/bin/kc.sh build --db=dev-file --cache=local",
    "run": "keycloak/bin/kc.sh start --optimized --import-realm --http-enabled=true --http-host=localhost --http-port=${PORT:-3000} --hostname={{ORIGIN}}",
    "notes": [
      "pkceIsOff",
      "keycloakImport"
    ],
    "files": [
      {
        "path": "realm.json",
        "code": "{\n  \"realm\": \"company\",\n  \"enabled\": true,\n  \"sslRequired\": \"none\",\n  \"identityProviders\": [\n    {\n      \"alias\": \"signet\",\n      \"displayName\": \"Sign in with Signet\",\n      \"providerId\": \"oidc\",\n      \"enabled\": true,\n      \"trustEmail\": true,\n      \"config\": {\n        \"issuer\": \"{{ISSUER}}\",\n        \"authorizationUrl\": \"{{ISSUER}}/auth\",\n        \"tokenUrl\": \"{{ISSUER}}/token\",\n        \"userInfoUrl\": \"{{ISSUER}}/me\",\n        \"logoutUrl\": \"{{ISSUER}}/session/end\",\n        \"jwksUrl\": \"{{ISSUER}}/jwks\",\n        \"useJwksUrl\": \"true\",\n        \"validateSignature\": \"true\",\n        \"clientId\": \"{{CLIENT_ID}}\",\n        \"clientSecret\": \"${CLIENT_SECRET}\",\n        \"clientAuthMethod\": \"client_secret_basic\",\n        \"pkceEnabled\": \"true\",\n        \"pkceMethod\": \"S256\",\n        \"defaultScope\": \"{{SCOPE}}\",\n        \"syncMode\": \"FORCE\"\n      }\n    }\n  ]\n}"
      }
    ]
  },
  {
    "name": "kubernetes",
    "title": "Kubernetes with kubelogin",
    "language": "YAML",
    "kind": "native",
    "redirectPath": "",
    "isRedirectFixed": false,
    "scope": "openid profile email",
    "options": {
      "idTokenClaims": true
    },
    "tokenProfile": "rfc9068",
    "nameFrom": "idToken",
    "install": "kubectl krew install oidc-login",
    "run": "kube-apiserver --authentication-config=authentication.yaml",
    "notes": [
      "kubernetesHttps",
      "kubernetesRedirects"
    ],
    "files": [
      {
        "path": "authentication.yaml",
        "code": "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\njwt:\n  - issuer:\n      url: {{ISSUER}}\n      audiences:\n        - {{CLIENT_ID}}\n    claimMappings:\n      username:\n        claim: email\n        prefix: \"signet:\""
      },
      {
        "path": "kubeconfig.yaml",
        "code": "users:\n  - name: signet\n    user:\n      exec:\n        apiVersion: client.authentication.k8s.io/v1\n        command: kubectl\n        interactiveMode: IfAvailable\n        args:\n          - oidc-login\n          - get-token\n          - --oidc-issuer-url={{ISSUER}}\n          - --oidc-client-id={{CLIENT_ID}}\n          - --oidc-extra-scope=email"
      }
    ]
  },
  {
    "name": "nextjs",
    "title": "Next.js with NextAuth.js",
    "language": "JavaScript",
    "kind": "web",
    "redirectPath": "/api/auth/callback/signet",
    "isRedirectFixed": true,
    "scope": "openid profile email",
    "options": {
      "idTokenClaims": true
    },
    "tokenProfile": "rfc9068",
    "nameFrom": "idToken",
    "install": "npm install next-auth@4",
    "run": "npx next dev --port ${PORT:-3000}",
    "notes": [
      "authSecret",
      "ownSessionOnly"
    ],
    "files": [
      {
        "path": ".env",
        "code": "NEXTAUTH_URL={{ORIGIN}}"
      },
      {
        "path": "app/api/auth/[...nextauth]/route.js",
        "code": "import NextAuth from 'next-auth'\n\nconst handler = NextAuth({\n  secret: process.env.AUTH_SECRET,\n  providers: [\n    {\n      id: 'signet',\n      name: 'Signet',\n      type: 'oauth',\n      wellKnown: `{{ISSUER}}/.well-known/openid-configuration`,\n      clientId: '{{CLIENT_ID}}',\n      clientSecret: process.env.CLIENT_SECRET,\n      authorization: { params: { scope: '{{SCOPE}}' } },\n      checks: ['pkce', 'state', 'nonce'],\n      idToken: true,\n      profile: ({ sub, name, email }) => ({ id: sub, name, email }),\n    },\n  ],\n})\n\nexport { handler as GET, handler as POST }"
      },
      {
        "path": "app/page.jsx",
        "code": "import { getServerSession } from 'next-auth'\n\nexport default async function Page() {\n  const session = await getServerSession()\n  if (!session) return <a href=\"/api/auth/signin\">Sign in</a>\n  return (\n    <p>\n      Hello, {session.user.name} <a href=\"/api/auth/signout\">Sign out</a>\n    </p>\n  )\n}"
      }
    ]
  },
  {
    "name": "oauth2-proxy",
    "title": "oauth2-proxy",
    "language": "Shell",
    "kind": "web",
    "redirectPath": "/oauth2/callback",
    "isRedirectFixed": true,
    "scope": "openid profile email",
    "options": {},
    "tokenProfile": "rfc9068",
    "nameFrom": "userInfo",
    "install": "go install github.com/oauth2-proxy/oauth2-proxy/v7@latest",
    "run": "python3 upstream.py 8089 & UPSTREAM=http://localhost:8089 sh run.sh",
    "notes": [
      "pkceIsOff",
      "verifiedEmail",
      "cookieSecure"
    ],
    "files": [
      {
        "path": "run.sh",
        "code": "oauth2-proxy \\\n  --provider=oidc \\\n  --oidc-issuer-url=\"{{ISSUER}}\" \\\n  --client-id=\"{{CLIENT_ID}}\" \\\n  --client-secret=\"$CLIENT_SECRET\" \\\n  --redirect-url=\"{{REDIRECT_URI}}\" \\\n  --scope=\"{{SCOPE}}\" \\\n  --code-challenge-method=S256 \\\n  --email-domain='*' \\\n  --cookie-secret=\"$(openssl rand -hex 16)\" \\\n  --cookie-secure=false \\\n  --skip-provider-button \\\n  --http-address=\"localhost:${PORT:-3000}\" \\\n  --upstream=\"${UPSTREAM:-http://localhost:8080}\""
      }
    ]
  },
  {
    "name": "php",
    "title": "PHP with OpenID-Connect-PHP",
    "language": "PHP",
    "kind": "web",
    "redirectPath": "/callback",
    "isRedirectFixed": false,
    "signOutPath": "/",
    "scope": "openid profile email",
    "options": {},
    "tokenProfile": "rfc9068",
    "nameFrom": "userInfo",
    "install": "composer require jumbojett/openid-connect-php",
    "run": "php -S localhost:${PORT:-3000} index.php",
    "notes": [
      "pkceIsOff"
    ],
    "files": [
      {
        "path": "index.php",
        "code": "<?php\nrequire __DIR__ . '/vendor/autoload.php';\n\nsession_start();\n$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);\n\n$signet = new Jumbojett\\OpenIDConnectClient('{{ISSUER}}', '{{CLIENT_ID}}', getenv('CLIENT_SECRET'));\n$signet->setRedirectURL('{{REDIRECT_URI}}');\n$signet->setCodeChallengeMethod('S256');\n$signet->addScope(explode(' ', '{{SCOPE}}'));\n\nif ($path === '/sign-in' || $path === '{{REDIRECT_PATH}}') {\n    $signet->authenticate();\n    session_regenerate_id(true);\n    $_SESSION['name'] = $signet->requestUserInfo('name');\n    $_SESSION['id_token'] = $signet->getIdToken();\n    header('Location: /');\n} elseif ($path === '/sign-out') {\n    $token = $_SESSION['id_token'];\n    session_destroy();\n    $signet->signOut($token, '{{POST_LOGOUT_URI}}');\n} elseif (isset($_SESSION['name'])) {\n    echo 'Hello, ' . htmlspecialchars($_SESSION['name']) . ' <a href=\"/sign-out\">Sign out</a>';\n} else {\n    echo '<a href=\"/sign-in\">Sign in</a>';\n}"
      }
    ]
  },
  {
    "name": "react",
    "title": "React with react-oidc-context",
    "language": "JavaScript",
    "kind": "browser",
    "redirectPath": "/",
    "isRedirectFixed": false,
    "signOutPath": "/",
    "scope": "openid profile email offline_access",
    "options": {},
    "tokenProfile": "rfc9068",
    "nameFrom": "userInfo",
    "install": "npm install oidc-client-ts@3 react-oidc-context@3",
    "run": "npx vite",
    "notes": [
      "browserOrigins",
      "loadUserInfo"
    ],
    "files": [
      {
        "path": "main.jsx",
        "code": "import { useState } from 'react'\nimport { createRoot } from 'react-dom/client'\nimport { AuthProvider, useAuth } from 'react-oidc-context'\n\nconst settings = {\n  authority: '{{ISSUER}}',\n  client_id: '{{CLIENT_ID}}',\n  redirect_uri: '{{REDIRECT_URI}}',\n  post_logout_redirect_uri: '{{POST_LOGOUT_URI}}',\n  scope: '{{SCOPE}}',\n  loadUserInfo: true,\n  // Removes the code from the address.\n  onSigninCallback: () => history.replaceState(null, '', location.pathname),\n}\n\nfunction App() {\n  const auth = useAuth()\n  const [isRefreshed, setRefreshed] = useState(false)\n  if (auth.error) return <p>{auth.error.message}</p>\n  if (!auth.isAuthenticated)\n    return (\n      <button type=\"button\" onClick={() => auth.signinRedirect()}>\n        Sign in\n      </button>\n    )\n  return (\n    <>\n      <p>Hello, {auth.user.profile.name}</p>\n      {isRefreshed && <p>Refreshed</p>}\n      <button type=\"button\" onClick={() => auth.signinSilent().then(() => setRefreshed(true))}>\n        Refresh\n      </button>\n      <button type=\"button\" onClick={() => auth.signoutRedirect()}>\n        Sign out\n      </button>\n    </>\n  )\n}\n\ncreateRoot(document.querySelector('main')).render(\n  <AuthProvider {...settings}>\n    <App />\n  </AuthProvider>,\n)"
      }
    ]
  },
  {
    "name": "rust",
    "title": "Rust with openidconnect",
    "language": "Rust",
    "kind": "web",
    "redirectPath": "/callback",
    "isRedirectFixed": false,
    "signOutPath": "/",
    "scope": "openid profile email",
    "options": {},
    "tokenProfile": "rfc9068",
    "nameFrom": "userInfo",
    "install": "cargo add axum openidconnect tower-sessions serde --features serde/derive && cargo add tokio --features full",
    "run": "cargo run",
    "notes": [
      "sameSiteLax"
    ],
    "files": [
      {
        "path": "src/main.rs",
        "code": "use std::{env::VarError, error::Error, fmt::Display, sync::Arc};\n\nuse axum::{\n    Router,\n    extract::{Query, State},\n    http::StatusCode,\n    response::{Html, Redirect},\n    routing::get,\n};\nuse openidconnect::{\n    AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointMaybeSet, EndpointNotSet, EndpointSet, IssuerUrl,\n    Nonce, OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope, TokenResponse,\n    core::{CoreAuthenticationFlow, CoreClient, CoreProviderMetadata, CoreUserInfoClaims},\n    reqwest,\n    url::Url,\n};\nuse serde::{Deserialize, Serialize};\nuse tower_sessions::{MemoryStore, Session, SessionManagerLayer, cookie::SameSite};\n\ntype Client =\n    CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointMaybeSet, EndpointMaybeSet>;\ntype Failure = (StatusCode, String);\n\nstruct App {\n    client: Client,\n    http: reqwest::Client,\n}\n\n#[derive(Serialize, Deserialize)]\nstruct Pending {\n    state: CsrfToken,\n    nonce: Nonce,\n    verifier: PkceCodeVerifier,\n}\n\n#[derive(Serialize, Deserialize)]\nstruct User {\n    name: String,\n    id_token: String,\n}\n\n#[derive(Deserialize)]\nstruct Callback {\n    code: String,\n    state: String,\n}\n\nfn env(name: &str) -> Result<String, VarError> {\n    std::env::var(name)\n}\n\nfn failed(error: impl Display) -> Failure {\n    (StatusCode::BAD_GATEWAY, error.to_string())\n}\n\nasync fn home(session: Session) -> Result<Html<String>, Failure> {\n    let user: Option<User> = session.get(\"user\").await.map_err(failed)?;\n    Ok(Html(match user {\n        Some(user) => format!(\"Hello, {} <a href=\\\"/sign-out\\\">Sign out</a>\", user.name),\n        None => \"<a href=\\\"/sign-in\\\">Sign in</a>\".to_string(),\n    }))\n}\n\nasync fn sign_in(State(app): State<Arc<App>>, session: Session) -> Result<Redirect, Failure> {\n    let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();\n    let scope = \"{{SCOPE}}\".to_string();\n    let (url, state, nonce) = app\n        .client\n        .authorize_url(CoreAuthenticationFlow::AuthorizationCode, CsrfToken::new_random, Nonce::new_random)\n        .add_scopes(scope.split(' ').filter(|scope| *scope != \"openid\").map(|scope| Scope::new(scope.to_string())))\n        .set_pkce_challenge(challenge)\n        .url();\n    let pending = Pending { state, nonce, verifier };\n    session.insert(\"pending\", pending).await.map_err(failed)?;\n    Ok(Redirect::to(url.as_str()))\n}\n\nasync fn callback(\n    State(app): State<Arc<App>>,\n    session: Session,\n    Query(query): Query<Callback>,\n) -> Result<Redirect, Failure> {\n    let pending: Option<Pending> = session.remove(\"pending\").await.map_err(failed)?;\n    let pending = pending\n        .filter(|pending| *pending.state.secret() == query.state)\n        .ok_or_else(|| failed(\"The state does not match.\"))?;\n    let tokens = app\n        .client\n        .exchange_code(AuthorizationCode::new(query.code))\n        .map_err(failed)?\n        .set_pkce_verifier(pending.verifier)\n        .request_async(&app.http)\n        .await\n        .map_err(failed)?;\n    let id_token = tokens.id_token().ok_or_else(|| failed(\"There is no ID token.\"))?;\n    let claims = id_token.claims(&app.client.id_token_verifier(), &pending.nonce).map_err(failed)?;\n    let user_info: CoreUserInfoClaims = app\n        .client\n        .user_info(tokens.access_token().clone(), Some(claims.subject().clone()))\n        .map_err(failed)?\n        .request_async(&app.http)\n        .await\n        .map_err(failed)?;\n    let name = user_info.name().and_then(|name| name.get(None)).map(|name| name.to_string());\n    let user = User { name: name.unwrap_or_default(), id_token: id_token.to_string() };\n    session.cycle_id().await.map_err(failed)?;\n    session.insert(\"user\", user).await.map_err(failed)?;\n    Ok(Redirect::to(\"/\"))\n}\n\nasync fn sign_out(session: Session) -> Result<Redirect, Failure> {\n    let user: Option<User> = session.get(\"user\").await.map_err(failed)?;\n    session.flush().await.map_err(failed)?;\n    let end = \"{{ISSUER}}\".to_string() + \"/session/end\";\n    let back = \"{{POST_LOGOUT_URI}}\".to_string();\n    let hint = user.map(|user| user.id_token).unwrap_or_default();\n    let url = Url::parse_with_params(&end, [(\"id_token_hint\", hint), (\"post_logout_redirect_uri\", back)]);\n    Ok(Redirect::to(url.map_err(failed)?.as_str()))\n}\n\n#[tokio::main]\nasync fn main() -> Result<(), Box<dyn Error>> {\n    // A redirect could lead requests of the server to other hosts.\n    let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build()?;\n    let metadata = CoreProviderMetadata::discover_async(IssuerUrl::new(\"{{ISSUER}}\".to_string())?, &http).await?;\n    let client = CoreClient::from_provider_metadata(\n        metadata,\n        ClientId::new(\"{{CLIENT_ID}}\".to_string()),\n        Some(ClientSecret::new(env(\"CLIENT_SECRET\")?)),\n    )\n    .set_redirect_uri(RedirectUrl::new(\"{{REDIRECT_URI}}\".to_string())?);\n    let sessions = SessionManagerLayer::new(MemoryStore::default())\n        .with_secure(!\"{{ORIGIN}}\".to_string().starts_with(\"http:\"))\n        .with_same_site(SameSite::Lax);\n    let app = Router::new()\n        .route(\"/\", get(home))\n        .route(\"/sign-in\", get(sign_in))\n        .route(\"{{REDIRECT_PATH}}\", get(callback))\n        .route(\"/sign-out\", get(sign_out))\n        .layer(sessions)\n        .with_state(Arc::new(App { client, http }));\n    let port = env(\"PORT\").unwrap_or(\"3000\".to_string());\n    let listener = tokio::net::TcpListener::bind(format!(\"localhost:{port}\")).await?;\n    axum::serve(listener, app).await?;\n    Ok(())\n}"
      }
    ]
  },
  {
    "name": "node-machine",
    "title": "Service with openid-client",
    "language": "JavaScript",
    "kind": "machine",
    "isRedirectFixed": false,
    "scope": "",
    "options": {},
    "tokenProfile": "rfc9068",
    "install": "npm install openid-client@6",
    "run": "node app.js",
    "notes": [
      "httpLocally",
      "audienceNeeded"
    ],
    "files": [
      {
        "path": "app.js",
        "code": "import * as client from 'openid-client'\n\nconst issuer = new URL('{{ISSUER}}')\nconst config = await client.discovery(issuer, '{{CLIENT_ID}}', process.env.CLIENT_SECRET, undefined, {\n  execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [],\n})\nconst { access_token: token } = await client.clientCredentialsGrant(config, { scope: '{{SCOPE}}' })\nconst answer = await fetch(process.env.API_URL, { headers: { authorization: `Bearer ${token}` } })\nconsole.log(answer.status, await answer.text())"
      }
    ]
  },
  {
    "name": "curl-machine",
    "title": "Shell with curl",
    "language": "Shell",
    "kind": "machine",
    "isRedirectFixed": false,
    "scope": "",
    "options": {},
    "tokenProfile": "rfc9068",
    "install": "apt-get install curl",
    "run": "sh app.sh",
    "notes": [
      "audienceNeeded"
    ],
    "files": [
      {
        "path": "app.sh",
        "code": "set -eu\ntoken=$(curl -sSf \"{{ISSUER}}/token\" -u \"{{CLIENT_ID}}:$CLIENT_SECRET\" \\\n  -d grant_type=client_credentials -d \"scope={{SCOPE}}\" |\n  sed -n 's/.*\"access_token\":\"\\([^\"]*\\)\".*/\\1/p')\ncurl -sS -w '\\n%{http_code}\\n' \"$API_URL\" -H \"authorization: Bearer $token\""
      }
    ]
  },
  {
    "name": "spring",
    "title": "Spring Boot",
    "language": "Java",
    "kind": "web",
    "redirectPath": "/login/oauth2/code/signet",
    "isRedirectFixed": true,
    "signOutPath": "/",
    "scope": "openid profile email",
    "options": {},
    "tokenProfile": "rfc9068",
    "nameFrom": "userInfo",
    "install": "mvn package",
    "run": "java -jar target/application.jar",
    "notes": [
      "pkceIsOff"
    ],
    "files": [
      {
        "path": "pom.xml",
        "code": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n  <modelVersion>4.0.0</modelVersion>\n  <parent>\n    <groupId>org.springframework.boot</groupId>\n    <artifactId>spring-boot-starter-parent</artifactId>\n    <version>3.5.7</version>\n  </parent>\n  <groupId>example</groupId>\n  <artifactId>application</artifactId>\n  <version>1</version>\n  <properties>\n    <java.version>17</java.version>\n  </properties>\n  <dependencies>\n    <dependency>\n      <groupId>org.springframework.boot</groupId>\n      <artifactId>spring-boot-starter-web</artifactId>\n    </dependency>\n    <dependency>\n      <groupId>org.springframework.boot</groupId>\n      <artifactId>spring-boot-starter-oauth2-client</artifactId>\n    </dependency>\n  </dependencies>\n  <build>\n    <finalName>application</finalName>\n    <plugins>\n      <plugin>\n        <groupId>org.springframework.boot</groupId>\n        <artifactId>spring-boot-maven-plugin</artifactId>\n      </plugin>\n    </plugins>\n  </build>\n</project>"
      },
      {
        "path": "src/main/resources/application.yml",
        "code": "server:\n  port: ${PORT:3000}\nspring:\n  security:\n    oauth2:\n      client:\n        registration:\n          signet:\n            client-id: {{CLIENT_ID}}\n            client-secret: ${CLIENT_SECRET}\n            scope: {{SCOPES}}\n        provider:\n          signet:\n            issuer-uri: {{ISSUER}}"
      },
      {
        "path": "src/main/java/example/Application.java",
        "code": "package example;\n\nimport org.springframework.boot.SpringApplication;\nimport org.springframework.boot.autoconfigure.SpringBootApplication;\nimport org.springframework.context.annotation.Bean;\nimport org.springframework.security.config.annotation.web.builders.HttpSecurity;\nimport org.springframework.security.core.annotation.AuthenticationPrincipal;\nimport org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;\nimport org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;\nimport org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;\nimport org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestCustomizers;\nimport org.springframework.security.oauth2.core.oidc.user.OidcUser;\nimport org.springframework.security.web.SecurityFilterChain;\nimport org.springframework.web.bind.annotation.GetMapping;\nimport org.springframework.web.bind.annotation.RestController;\n\n@RestController\n@SpringBootApplication\npublic class Application {\n  public static void main(String[] args) {\n    SpringApplication.run(Application.class, args);\n  }\n\n  @Bean\n  SecurityFilterChain security(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {\n    var requests = new DefaultOAuth2AuthorizationRequestResolver(clients, \"/oauth2/authorization\");\n    requests.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce());\n    var signOut = new OidcClientInitiatedLogoutSuccessHandler(clients);\n    signOut.setPostLogoutRedirectUri(\"{baseUrl}/\");\n    return http\n        .authorizeHttpRequests(all -> all.requestMatchers(\"/\").permitAll().anyRequest().authenticated())\n        .oauth2Login(login -> login.authorizationEndpoint(end -> end.authorizationRequestResolver(requests)))\n        .logout(logout -> logout.logoutSuccessHandler(signOut))\n        .build();\n  }\n\n  @GetMapping(\"/\")\n  String home(@AuthenticationPrincipal OidcUser user) {\n    return user == null\n        ? \"<a href=\\\"/oauth2/authorization/signet\\\">Sign in</a>\"\n        : \"Hello, \" + user.getFullName() + \" <a href=\\\"/logout\\\">Sign out</a>\";\n  }\n}"
      }
    ]
  },
  {
    "name": "spring-api",
    "title": "Spring Boot API",
    "language": "Java",
    "kind": "api",
    "isRedirectFixed": false,
    "scope": "orders:read",
    "options": {},
    "tokenProfile": "plain",
    "install": "mvn package",
    "run": "java -jar target/application.jar",
    "notes": [
      "springTokenType"
    ],
    "files": [
      {
        "path": "pom.xml",
        "code": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n  <modelVersion>4.0.0</modelVersion>\n  <parent>\n    <groupId>org.springframework.boot</groupId>\n    <artifactId>spring-boot-starter-parent</artifactId>\n    <version>3.5.7</version>\n  </parent>\n  <groupId>example</groupId>\n  <artifactId>application</artifactId>\n  <version>1</version>\n  <properties>\n    <java.version>17</java.version>\n  </properties>\n  <dependencies>\n    <dependency>\n      <groupId>org.springframework.boot</groupId>\n      <artifactId>spring-boot-starter-web</artifactId>\n    </dependency>\n    <dependency>\n      <groupId>org.springframework.boot</groupId>\n      <artifactId>spring-boot-starter-oauth2-resource-server</artifactId>\n    </dependency>\n  </dependencies>\n  <build>\n    <finalName>application</finalName>\n    <plugins>\n      <plugin>\n        <groupId>org.springframework.boot</groupId>\n        <artifactId>spring-boot-maven-plugin</artifactId>\n      </plugin>\n    </plugins>\n  </build>\n</project>"
      },
      {
        "path": "src/main/resources/application.yml",
        "code": "server:\n  port: ${PORT:3000}\nspring:\n  security:\n    oauth2:\n      resourceserver:\n        jwt:\n          issuer-uri: {{ISSUER}}\n          audiences: {{AUDIENCE}}"
      },
      {
        "path": "src/main/java/example/Application.java",
        "code": "package example;\n\nimport org.springframework.boot.SpringApplication;\nimport org.springframework.boot.autoconfigure.SpringBootApplication;\nimport org.springframework.security.core.annotation.AuthenticationPrincipal;\nimport org.springframework.security.oauth2.jwt.Jwt;\nimport org.springframework.web.bind.annotation.GetMapping;\nimport org.springframework.web.bind.annotation.RestController;\n\n@RestController\n@SpringBootApplication\npublic class Application {\n  public static void main(String[] args) {\n    SpringApplication.run(Application.class, args);\n  }\n\n  @GetMapping(\"/\")\n  String home(@AuthenticationPrincipal Jwt token) {\n    return \"Hello, \" + token.getSubject();\n  }\n}"
      }
    ]
  }
]
