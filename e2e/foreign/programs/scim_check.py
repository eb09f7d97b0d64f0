"""Runs scim2-tester, whose client is scim2-client, and prints each result that is not a success."""

import os

import httpx2
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

http = httpx2.Client(
    base_url=os.environ["SCIM_URL"],
    headers={"Authorization": f"Bearer {os.environ['SCIM_TOKEN']}"},
)
client = SyncSCIMClient(http)
client.discover()
results = check_server(client)
for result in results:
    if result.status.name not in ("SUCCESS", "SKIPPED"):
        print(f"failed\t{result.title}\t{' '.join(str(result.reason).split())}")
print(f"passed\t{sum(result.status.name == 'SUCCESS' for result in results)}\tof {len(results)}")
