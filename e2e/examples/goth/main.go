package main

import (
	"crypto/rand"
	"fmt"
	"html"
	"log"
	"net/http"
	"os"
	"strings"

	"github.com/gorilla/sessions"
	"github.com/markbates/goth"
	"github.com/markbates/goth/gothic"
	"github.com/markbates/goth/providers/openidConnect"
)

const providerName = "openid-connect"

func main() {
	store := sessions.NewCookieStore([]byte(rand.Text() + rand.Text()))
	gothic.Store = store
	provider, err := openidConnect.New(
		os.Getenv("CLIENT_ID"),
		os.Getenv("CLIENT_SECRET"),
		os.Getenv("REDIRECT_URI"),
		os.Getenv("ISSUER")+"/.well-known/openid-configuration",
		strings.Fields(os.Getenv("SCOPE"))...,
	)
	if err != nil {
		log.Fatal(err)
	}
	goth.UseProviders(provider)

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
		gothic.BeginAuthHandler(w, gothic.GetContextWithProvider(r, providerName))
	})

	http.HandleFunc("/callback", func(w http.ResponseWriter, r *http.Request) {
		user, err := gothic.CompleteUserAuth(w, gothic.GetContextWithProvider(r, providerName))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		session, _ := store.Get(r, "session")
		session.Values["name"] = user.Name
		session.Save(r, w)
		http.Redirect(w, r, "/", http.StatusFound)
	})

	http.HandleFunc("/sign-out", func(w http.ResponseWriter, r *http.Request) {
		session, _ := store.Get(r, "session")
		session.Options.MaxAge = -1
		session.Save(r, w)
		http.Redirect(w, r, "/", http.StatusFound)
	})

	log.Fatal(http.ListenAndServe("localhost:"+os.Getenv("PORT"), nil))
}
