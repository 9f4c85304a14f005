"""Sends through an FCM server with Google's own client, as a check that the server behaves as Google's does.

usage: google_client.py ADDRESS SERVICE_ACCOUNT_FILE NOW TOKEN...
NOW is the time in seconds since 1970 that the client takes for the present. Prints for each token what came back: the message's name, or the status and FCM's error code.
"""

import datetime
import json
import sys

import google.auth._helpers
import httplib2
from google.oauth2 import service_account
from google_auth_httplib2 import AuthorizedHttp
from googleapiclient.discovery import build_from_document
from googleapiclient.discovery_cache import get_static_doc
from googleapiclient.errors import HttpError

FCM_ERROR = "type.googleapis.com/google.firebase.fcm.v1.FcmError"


def main(address, account_file, now, tokens):
    google.auth._helpers.utcnow = lambda: datetime.datetime.fromtimestamp(int(now), datetime.timezone.utc).replace(tzinfo=None)
    info = json.load(open(account_file))
    info["token_uri"] = address + "/token"
    credentials = service_account.Credentials.from_service_account_info(
        info, scopes=["https://www.googleapis.com/auth/firebase.messaging"])
    document = json.loads(get_static_doc("fcm", "v1"))
    document["rootUrl"] = document["baseUrl"] = address + "/"
    # The server may share two cores with hundreds of other tests.
    client = build_from_document(document, http=AuthorizedHttp(credentials, http=httplib2.Http(timeout=600)))
    for token in tokens:
        message = {"token": token, "notification": {"title": "Hello", "body": "From Google's client"}}
        request = client.projects().messages().send(parent="projects/" + info["project_id"], body={"message": message})
        try:
            print(request.execute()["name"])
        except HttpError as error:
            details = json.loads(error.content)["error"].get("details", [])
            codes = [detail["errorCode"] for detail in details if detail.get("@type") == FCM_ERROR]
            print(error.resp.status, *codes)


main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
