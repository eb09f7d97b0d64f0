package example;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestCustomizers;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@SpringBootApplication
public class Application {
  public static void main(String[] args) {
    SpringApplication.run(Application.class, args);
  }

  @Bean
  SecurityFilterChain security(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
    var requests = new DefaultOAuth2AuthorizationRequestResolver(clients, "/oauth2/authorization");
    requests.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce());
    var signOut = new OidcClientInitiatedLogoutSuccessHandler(clients);
    signOut.setPostLogoutRedirectUri("{baseUrl}/");
    return http
        .authorizeHttpRequests(all -> all.requestMatchers("/").permitAll().anyRequest().authenticated())
        .oauth2Login(login -> login.authorizationEndpoint(end -> end.authorizationRequestResolver(requests)))
        .logout(logout -> logout.logoutSuccessHandler(signOut))
        .build();
  }

  @GetMapping("/")
  String home(@AuthenticationPrincipal OidcUser user) {
    return user == null
        ? "<a href=\"/oauth2/authorization/signet\">Sign in</a>"
        : "Hello, " + user.getFullName() + " <a href=\"/logout\">Sign out</a>";
  }
}
