package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"example.com/use/signet"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	ctx := context.Background()
	slug, team := os.Getenv("SIGNET_SLUG"), os.Getenv("SIGNET_TEAM")
	client, err := signet.NewClientWithResponses(os.Getenv("SIGNET_API"), signet.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+os.Getenv("SIGNET_TOKEN"))
			return nil
		}))
	check(err)

	project, err := client.ProjectCreateWithResponse(ctx, &signet.ProjectCreateParams{},
		signet.ProjectCreateRequest{Name: slug, Slug: &slug, TeamId: &team})
	check(err)
	if project.JSON201 == nil {
		panic(string(project.Body))
	}
	if project.JSON201.Host != nil {
		panic("A new project has no host.")
	}
	id := project.JSON201.Id

	name, key := "Shop", slug+"-application"
	application, err := client.ClientCreateWithResponse(ctx, id, &signet.ClientCreateParams{IdempotencyKey: &key},
		signet.ClientCreateRequest{
			ClientName:              &name,
			GrantTypes:              []signet.GrantType{"authorization_code"},
			TokenEndpointAuthMethod: "client_secret_basic",
			RedirectUris:            &[]string{"https://shop.example/callback"},
		})
	check(err)
	if application.JSON201 == nil {
		panic(string(application.Body))
	}

	body := signet.ProjectUserCreateRequest{Email: "ada@" + slug + ".example"}
	user, err := client.ProjectUserCreateWithResponse(ctx, id, &signet.ProjectUserCreateParams{}, body)
	check(err)
	if user.JSON201 == nil {
		panic(string(user.Body))
	}
	taken, err := client.ProjectUserCreateWithResponse(ctx, id, &signet.ProjectUserCreateParams{}, body)
	check(err)
	fmt.Println(id, application.JSON201.ClientId, user.JSON201.Id, taken.ApplicationproblemJSON409.Code)
}
