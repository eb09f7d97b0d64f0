gitea admin auth add-oauth \
  --name=signet \
  --provider=openidConnect \
  --key="${CLIENT_ID}" \
  --secret="$CLIENT_SECRET" \
  --auto-discover-url="${ISSUER}/.well-known/openid-configuration" \
  --scopes=email \
  --scopes=profile
