package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"example.com/use/signet"
	"golang.org/x/oauth2"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	token := oauth2.StaticTokenSource(&oauth2.Token{AccessToken: os.Getenv("SIGNET_TOKEN")})
	ctx := context.WithValue(context.Background(), signet.ContextOAuth2, token)
	slug := os.Getenv("SIGNET_SLUG")
	configuration := signet.NewConfiguration()
	configuration.Servers = signet.ServerConfigurations{{URL: os.Getenv("SIGNET_API")}}
	client := signet.NewAPIClient(configuration)

	request := signet.NewProjectCreateRequest(slug)
	request.SetSlug(slug)
	request.SetTeamId(os.Getenv("SIGNET_TEAM"))
	project, _, err := client.ProjectsAPI.ProjectCreate(ctx).ProjectCreateRequest(*request).Execute()
	check(err)
	if project.Host.Get() != nil {
		panic("A new project has no host.")
	}

	shop := signet.NewClientCreateRequest([]signet.GrantType{signet.GRANTTYPE_AUTHORIZATION_CODE},
		signet.CLIENTAUTHMETHOD_CLIENT_SECRET_BASIC)
	shop.SetClientName("Shop")
	shop.SetRedirectUris([]string{"https://shop.example/callback"})
	application, _, err := client.ClientsAPI.ClientCreate(ctx, project.Id).
		IdempotencyKey(slug + "-application").ClientCreateRequest(*shop).Execute()
	check(err)

	body := *signet.NewProjectUserCreateRequest("ada@" + slug + ".example")
	user, _, err := client.UsersAPI.ProjectUserCreate(ctx, project.Id).ProjectUserCreateRequest(body).Execute()
	check(err)
	_, _, err = client.UsersAPI.ProjectUserCreate(ctx, project.Id).ProjectUserCreateRequest(body).Execute()
	var refused *signet.GenericOpenAPIError
	if !errors.As(err, &refused) {
		panic(err)
	}
	taken := refused.Model().(signet.ConfirmableProblem)
	fmt.Println(project.Id, application.ClientId, user.Id, taken.Code)
}
