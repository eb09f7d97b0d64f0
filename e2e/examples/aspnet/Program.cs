using System.Net;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.Cookies;
using Microsoft.AspNetCore.Authentication.OpenIdConnect;

var builder = WebApplication.CreateBuilder(args);
var configuration = builder.Configuration;

builder.Services
    .AddAuthentication(CookieAuthenticationDefaults.AuthenticationScheme)
    .AddCookie()
    .AddOpenIdConnect(options =>
    {
        options.Authority = configuration["ISSUER"]!;
        options.ClientId = configuration["CLIENT_ID"]!;
        options.ClientSecret = configuration["CLIENT_SECRET"]!;
        options.ResponseType = "code";
        options.Scope.Clear();
        foreach (var scope in configuration["SCOPE"]!.Split(' ')) options.Scope.Add(scope);
        options.GetClaimsFromUserInfoEndpoint = true;
        options.MapInboundClaims = false;
        options.TokenValidationParameters.NameClaimType = "name";
        options.SaveTokens = true;
        options.RequireHttpsMetadata = configuration["ISSUER"]!.StartsWith("https:");
    });

var app = builder.Build();
app.UseAuthentication();

app.MapGet("/", (HttpContext context) =>
{
    var name = context.User.Identity?.Name;
    var page = name is null
        ? "<a href=\"/sign-in\">Sign in</a>"
        : $"Hello, {WebUtility.HtmlEncode(name)} <a href=\"/sign-out\">Sign out</a>";
    return Results.Content(page, "text/html");
});
app.MapGet("/sign-in", () => Results.Challenge(
    new AuthenticationProperties { RedirectUri = "/" }, [OpenIdConnectDefaults.AuthenticationScheme]));
app.MapGet("/sign-out", () => Results.SignOut(
    new AuthenticationProperties { RedirectUri = "/" },
    [CookieAuthenticationDefaults.AuthenticationScheme, OpenIdConnectDefaults.AuthenticationScheme]));

app.Run($"http://localhost:{configuration["PORT"] ?? "3000"}");
