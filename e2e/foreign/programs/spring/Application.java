package example;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestCustomizers;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A web application that signs in through Signet and accepts notices of back-channel logout. */
@RestController
@SpringBootApplication
public class Application {
  public static void main(String[] args) {
    SpringApplication.run(Application.class, args);
  }

  /** The notice arrives through the reverse proxy; Spring then calls its own logout, here without TLS. */
  @Bean
  SecurityFilterChain security(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
    String own = "http://localhost:" + System.getenv("SERVER_PORT") + "/logout/connect/back-channel/{registrationId}";
    return http
        .authorizeHttpRequests(requests -> requests.requestMatchers("/ready").permitAll().anyRequest().authenticated())
        .oauth2Login(login -> login.authorizationEndpoint(endpoint -> endpoint.authorizationRequestResolver(withPkce(clients))))
        .oidcLogout(logout -> logout.backChannel(channel -> channel.logoutUri(own)))
        .build();
  }

  /** Spring Security 6 sends PKCE for public clients only, unless it is switched on. */
  private static DefaultOAuth2AuthorizationRequestResolver withPkce(ClientRegistrationRepository clients) {
    var resolver = new DefaultOAuth2AuthorizationRequestResolver(clients, "/oauth2/authorization");
    resolver.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce());
    return resolver;
  }

  @GetMapping("/")
  String home() {
    return "signed in";
  }

  @GetMapping("/ready")
  String ready() {
    return "ready";
  }
}
