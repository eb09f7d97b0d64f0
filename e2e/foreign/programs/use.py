import os

from signet_client import AuthenticatedClient
from signet_client.api.clients import client_create
from signet_client.api.projects import project_create
from signet_client.api.users import project_user_create
from signet_client.models import (
    ClientAuthMethod,
    ClientCreateAnswer,
    ClientCreateRequest,
    ConfirmableProblem,
    GrantType,
    Project,
    ProjectCreateRequest,
    ProjectUserCreateAnswer,
    ProjectUserCreateRequest,
)

slug = os.environ["SIGNET_SLUG"]
client = AuthenticatedClient(base_url=os.environ["SIGNET_API"], token=os.environ["SIGNET_TOKEN"])

request = ProjectCreateRequest(name=slug, slug=slug, team_id=os.environ["SIGNET_TEAM"])
project = project_create.sync(client=client, body=request)
assert isinstance(project, Project), project
assert project.host is None, "A new project has no host."
application = client_create.sync(
    project.id,
    client=client,
    idempotency_key=f"{slug}-application",
    body=ClientCreateRequest(
        client_name="Shop",
        grant_types=[GrantType.AUTHORIZATION_CODE],
        token_endpoint_auth_method=ClientAuthMethod.CLIENT_SECRET_BASIC,
        redirect_uris=["https://shop.example/callback"],
    ),
)
assert isinstance(application, ClientCreateAnswer), application
body = ProjectUserCreateRequest(email=f"ada@{slug}.example")
user = project_user_create.sync(project.id, client=client, body=body)
assert isinstance(user, ProjectUserCreateAnswer), user
taken = project_user_create.sync(project.id, client=client, body=body)
assert isinstance(taken, ConfirmableProblem), taken
print(project.id, application.client_id, user.id, taken.code)
