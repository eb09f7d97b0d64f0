"""An application behind the proxy, which reads the user from a header."""

import sys
from http.server import BaseHTTPRequestHandler, HTTPServer


class Application(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        user = self.headers["X-Forwarded-Preferred-Username"] or self.headers["X-Forwarded-Email"]
        self.wfile.write(f"Hello, {user}".encode())


HTTPServer(("localhost", int(sys.argv[1])), Application).serve_forever()
