module example

go 1.25

require (
	github.com/coreos/go-oidc/v3 v3.21.0
	github.com/gorilla/sessions v1.4.0
	golang.org/x/oauth2 v0.38.0
)
