import os
import time

import requests

client = {"client_id": os.environ["CLIENT_ID"]}
discovery = requests.get(os.environ["ISSUER"] + "/.well-known/openid-configuration").json()

device = requests.post(
    discovery["device_authorization_endpoint"], data={**client, "scope": os.environ["SCOPE"]}
).json()
print(f"Open {device['verification_uri_complete']} and confirm the code {device['user_code']}.")

grant = {
    **client,
    "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
    "device_code": device["device_code"],
}
interval = device.get("interval", 5)
while True:
    time.sleep(interval)
    answer = requests.post(discovery["token_endpoint"], data=grant).json()
    if "access_token" in answer:
        break
    if answer["error"] == "slow_down":
        interval += 5
    elif answer["error"] != "authorization_pending":
        raise SystemExit(answer["error"])

authorization = {"Authorization": f"Bearer {answer['access_token']}"}
user = requests.get(discovery["userinfo_endpoint"], headers=authorization).json()
print(f"Hello, {user['name']}")
