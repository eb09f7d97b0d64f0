import com.unboundid.scim2.client.ScimService;
import com.unboundid.scim2.common.Path;
import com.unboundid.scim2.common.exceptions.ResourceConflictException;
import com.unboundid.scim2.common.exceptions.ResourceNotFoundException;
import com.unboundid.scim2.common.messages.ListResponse;
import com.unboundid.scim2.common.messages.PatchOperation;
import com.unboundid.scim2.common.types.Email;
import com.unboundid.scim2.common.types.GroupResource;
import com.unboundid.scim2.common.types.Member;
import com.unboundid.scim2.common.types.Name;
import com.unboundid.scim2.common.types.UserResource;
import com.unboundid.scim2.common.utils.JsonUtils;
import jakarta.ws.rs.client.Client;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.client.ClientRequestFilter;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.glassfish.jersey.client.HttpUrlConnectorProvider;

/** Calls a SCIM connection with the SDK of Ping Identity and prints the number of passed checks. */
public final class Check {
  private static int passed = 0;

  private static void check(String title, Object actual, Object expected) {
    if (Objects.equals(actual, expected)) passed += 1;
    else System.out.println("failed\t" + title + ": " + actual + " instead of " + expected);
  }

  public static void main(String[] args) throws Exception {
    ClientRequestFilter bearer =
        context -> context.getHeaders().putSingle("Authorization", "Bearer " + System.getenv("SCIM_TOKEN"));
    Client client =
        ClientBuilder.newClient()
            .register(bearer, ClientRequestFilter.class)
            // The connector of the JDK does not know PATCH.
            .property(HttpUrlConnectorProvider.SET_METHOD_WORKAROUND, true);
    ScimService scim = new ScimService(client.target(System.getenv("SCIM_URL")));
    discovery(scim);
    List<UserResource> users = IntStream.range(0, 12).mapToObj(number -> createUser(scim, number)).toList();
    UserResource first = users.get(0);
    searches(scim, first);
    changes(scim, first);
    groups(scim, users);
    refusals(scim, first);
    for (UserResource user : users) scim.delete("Users", user.getId());
    check("no user remains", count(scim, "userName sw \"ping-\""), 0);
    System.out.println("passed\t" + passed);
  }

  private static void discovery(ScimService scim) throws Exception {
    check("PATCH is supported", scim.getServiceProviderConfig().getPatch().isSupported(), true);
    check("filters are supported", scim.getServiceProviderConfig().getFilter().isSupported(), true);
    check("resource types", scim.getResourceTypes().getTotalResults() >= 2, true);
    check("schemas", scim.getSchemas().getTotalResults() >= 3, true);
  }

  private static UserResource createUser(ScimService scim, int number) {
    UserResource user = new UserResource();
    user.setUserName("ping-" + number + "@customer.example");
    user.setExternalId("ping-" + number);
    user.setActive(true);
    user.setName(new Name().setGivenName("Grace").setFamilyName("Hopper " + number));
    user.setEmails(new Email().setValue(user.getUserName()).setType("work").setPrimary(true));
    try {
      UserResource created = scim.create("Users", user);
      check("created user", created.getUserName(), user.getUserName());
      check("location", created.getMeta().getLocation().toString().endsWith(created.getId()), true);
      return created;
    } catch (Exception error) {
      throw new IllegalStateException(error);
    }
  }

  private static int count(ScimService scim, String filter) throws Exception {
    return scim.searchRequest("Users").filter(filter).page(1, 5).invoke(UserResource.class).getTotalResults();
  }

  private static void searches(ScimService scim, UserResource user) throws Exception {
    check("read", scim.retrieve(user).getId(), user.getId());
    check("userName eq", count(scim, "userName eq \"" + user.getUserName() + "\""), 1);
    check("userName of other letters", count(scim, "userName eq \"" + user.getUserName().toUpperCase() + "\""), 1);
    check("externalId eq", count(scim, "externalId eq \"ping-3\""), 1);
    check("name.familyName eq", count(scim, "name.familyName eq \"Hopper 4\""), 1);
    check("value path", count(scim, "emails[type eq \"work\" and value co \"ping-5\"]"), 1);
    check("and, or, not", count(scim, "userName sw \"ping-\" and not (externalId eq \"ping-1\" or externalId eq \"ping-2\")"), 10);
    check("pr", count(scim, "userName sw \"ping-\" and name pr"), 12);
    ListResponse<UserResource> page =
        scim.searchRequest("Users").filter("userName sw \"ping-\"").page(6, 5).invoke(UserResource.class);
    check("page", page.getResources().size(), 5);
    check("start of the page", page.getStartIndex(), 6);
    UserResource few = scim.retrieveRequest("Users", user.getId()).attributes("userName").invoke(UserResource.class);
    check("attributes", few.getName(), null);
    UserResource without = scim.retrieveRequest("Users", user.getId()).excludedAttributes("name").invoke(UserResource.class);
    check("excluded attributes", without.getName(), null);
  }

  private static void changes(ScimService scim, UserResource user) throws Exception {
    UserResource named =
        scim.modifyRequest("Users", user.getId())
            .replaceValue("name.givenName", "Ada")
            .replaceValue("displayName", "Ada Lovelace")
            .invoke(UserResource.class);
    check("replaced name", named.getName().getGivenName(), "Ada");
    check("kept name", named.getName().getFamilyName(), "Hopper 0");
    UserResource inactive = scim.modifyRequest("Users", user.getId()).replaceValue("active", false).invoke(UserResource.class);
    check("deactivated", inactive.getActive(), false);
    UserResource removed =
        scim.modifyRequest("Users", user.getId()).removeValues("displayName").invoke(UserResource.class);
    check("removed display name", removed.getDisplayName(), null);
    removed.setActive(true);
    removed.setTitle("Admiral");
    UserResource replaced = scim.replace(removed);
    check("replaced user", replaced.getTitle(), "Admiral");
    check("activated", replaced.getActive(), true);
  }

  private static void groups(ScimService scim, List<UserResource> users) throws Exception {
    GroupResource group = new GroupResource().setDisplayName("Ping engineers");
    group.setMembers(new Member().setValue(users.get(1).getId()));
    GroupResource created = scim.create("Groups", group);
    check("members at creation", created.getMembers().size(), 1);
    GroupResource added =
        scim.modifyRequest("Groups", created.getId())
            .addOperation(
                PatchOperation.add(
                    Path.fromString("members"),
                    JsonUtils.valueToNode(List.of(new Member().setValue(users.get(2).getId())))))
            .invoke(GroupResource.class);
    check("added member", added.getMembers().size(), 2);
    GroupResource less =
        scim.modifyRequest("Groups", created.getId())
            .removeValues("members[value eq \"" + users.get(1).getId() + "\"]")
            .invoke(GroupResource.class);
    check("remaining member", less.getMembers().get(0).getValue(), users.get(2).getId());
    int found =
        scim.searchRequest("Groups").filter("displayName eq \"Ping engineers\"").invoke(GroupResource.class).getTotalResults();
    check("displayName eq", found, 1);
    scim.delete(created);
  }

  private static void refusals(ScimService scim, UserResource user) throws Exception {
    try {
      UserResource twin = new UserResource().setUserName(user.getUserName());
      scim.create("Users", twin);
      check("a taken userName", "created", "refused");
    } catch (ResourceConflictException error) {
      check("type of the conflict", error.getScimError().getScimType(), "uniqueness");
    }
    try {
      scim.retrieve("Users", "usr_unknown", UserResource.class);
      check("an unknown user", "found", "refused");
    } catch (ResourceNotFoundException error) {
      check("status of an unknown user", error.getScimError().getStatus(), 404);
    }
  }
}
