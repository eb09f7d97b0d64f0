package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"html"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/gorilla/sessions"
	"golang.org/x/oauth2"
)

var store = sessions.NewCookieStore([]byte(rand.Text() + rand.Text()))

func main() {
	provider, err := oidc.NewProvider(context.Background(), os.Getenv("ISSUER"))
	if err != nil {
		log.Fatal(err)
	}
	config := oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		Endpoint:     provider.Endpoint(),
		RedirectURL:  os.Getenv("REDIRECT_URI"),
		Scopes:       strings.Fields(os.Getenv("SCOPE")),
	}
	verifier := provider.Verifier(&oidc.Config{ClientID: config.ClientID})

	http.HandleFunc("/{$}", func(w http.ResponseWriter, r *http.Request) {
		session, _ := store.Get(r, "session")
		w.Header().Set("Content-Type", "text/html")
		name, ok := session.Values["name"].(string)
		if !ok {
			fmt.Fprint(w, `<a href="/sign-in">Sign in</a>`)
			return
		}
		fmt.Fprintf(w, `Hello, %s <a href="/sign-out">Sign out</a>`, html.EscapeString(name))
	})

	http.HandleFunc("/sign-in", func(w http.ResponseWriter, r *http.Request) {
		session, _ := store.Get(r, "session")
		session.Values = map[any]any{"state": rand.Text(), "nonce": rand.Text(), "verifier": oauth2.GenerateVerifier()}
		session.Save(r, w)
		state, nonce := session.Values["state"].(string), session.Values["nonce"].(string)
		pkce := oauth2.S256ChallengeOption(session.Values["verifier"].(string))
		http.Redirect(w, r, config.AuthCodeURL(state, oidc.Nonce(nonce), pkce), http.StatusFound)
	})

	http.HandleFunc("/callback", func(w http.ResponseWriter, r *http.Request) {
		session, _ := store.Get(r, "session")
		state, _ := session.Values["state"].(string)
		if state == "" || r.URL.Query().Get("state") != state {
			http.Error(w, "The state does not match.", http.StatusBadRequest)
			return
		}
		pkce := oauth2.VerifierOption(session.Values["verifier"].(string))
		token, err := config.Exchange(r.Context(), r.URL.Query().Get("code"), pkce)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		rawIDToken, _ := token.Extra("id_token").(string)
		idToken, err := verifier.Verify(r.Context(), rawIDToken)
		if err != nil || idToken.Nonce != session.Values["nonce"] {
			http.Error(w, "The ID token is not valid.", http.StatusBadGateway)
			return
		}
		userInfo, err := provider.UserInfo(r.Context(), config.TokenSource(r.Context(), token))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		var claims struct {
			Name string `json:"name"`
		}
		userInfo.Claims(&claims)
		session.Values = map[any]any{"name": claims.Name, "idToken": rawIDToken}
		session.Save(r, w)
		http.Redirect(w, r, "/", http.StatusFound)
	})

	http.HandleFunc("/sign-out", func(w http.ResponseWriter, r *http.Request) {
		session, _ := store.Get(r, "session")
		idToken, _ := session.Values["idToken"].(string)
		session.Options.MaxAge = -1
		session.Save(r, w)
		query := url.Values{"id_token_hint": {idToken}, "post_logout_redirect_uri": {os.Getenv("POST_LOGOUT_URI")}}
		http.Redirect(w, r, os.Getenv("ISSUER")+"/session/end?"+query.Encode(), http.StatusFound)
	})

	log.Fatal(http.ListenAndServe("localhost:"+os.Getenv("PORT"), nil))
}
