package use;

import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.ClientsApi;
import org.openapitools.client.api.ProjectsApi;
import org.openapitools.client.api.UsersApi;
import org.openapitools.client.model.ClientAuthMethod;
import org.openapitools.client.model.ClientCreateRequest;
import org.openapitools.client.model.ConfirmableProblem;
import org.openapitools.client.model.GrantType;
import org.openapitools.client.model.ProjectCreateRequest;
import org.openapitools.client.model.ProjectUserCreateRequest;

public final class Use {
  public static void main(String[] arguments) throws Exception {
    String slug = System.getenv("SIGNET_SLUG");
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("SIGNET_API"));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + System.getenv("SIGNET_TOKEN")));

    var projects = new ProjectsApi(client);
    var project =
        projects.projectCreate(
            new ProjectCreateRequest().name(slug).slug(slug).teamId(System.getenv("SIGNET_TEAM")),
            null,
            null,
            null,
            null);
    if (project.getHost() != null) throw new IllegalStateException("A new project has no host.");

    var application =
        new ClientsApi(client)
            .clientCreate(
                project.getId(),
                new ClientCreateRequest()
                    .clientName("Shop")
                    .grantTypes(List.of(GrantType.AUTHORIZATION_CODE))
                    .tokenEndpointAuthMethod(ClientAuthMethod.CLIENT_SECRET_BASIC)
                    .redirectUris(List.of("https://shop.example/callback")),
                null,
                slug + "-application",
                null,
                null);

    var users = new UsersApi(client);
    var body = new ProjectUserCreateRequest().email("ada@" + slug + ".example");
    var user = users.projectUserCreate(project.getId(), body, null, null, null, null);
    try {
      users.projectUserCreate(project.getId(), body, null, null, null, null);
    } catch (ApiException refused) {
      var taken = ApiClient.createDefaultObjectMapper().readValue(refused.getResponseBody(), ConfirmableProblem.class);
      System.out.println(
          String.join(" ", project.getId(), application.getClientId(), user.getId(), taken.getCode().getValue()));
    }
  }
}
