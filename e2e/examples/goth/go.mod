module example

go 1.25

require (
	github.com/gorilla/sessions v1.4.0
	github.com/markbates/goth v1.82.0
)
