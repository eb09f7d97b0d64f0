set -eu
token=$(curl -sSf "${ISSUER}/token" -u "${CLIENT_ID}:$CLIENT_SECRET" \
  -d grant_type=client_credentials -d "scope=${SCOPE}" |
  sed -n 's/.*"access_token":"\([^"]*\)".*/\1/p')
curl -sS -w '\n%{http_code}\n' "$API_URL" -H "authorization: Bearer $token"
