"""Amazon's SES and SNS for tests, on a free port of this machine: moto, which checks signatures by itself.

Writes one line of JSON with its port and the keys of a user who may do everything, another with the keys of one who may do nothing, and
then one for each mail and each SMS that it takes.
"""

import json

import boto3
import requests
from moto.core import DEFAULT_ACCOUNT_ID
from moto.ses import ses_backends
from moto.sesv2 import sesv2_backends
from moto.server import DomainDispatcherApplication, create_backend_app
from moto.sns import sns_backends
from werkzeug.serving import make_server
import threading

REGION = "eu-central-1"


def say(**facts):
    print(json.dumps(facts, default=str), flush=True)


class Telling:
    """Says what was taken since the request before."""

    def __init__(self, app):
        self.app = app
        self.told = {"mail": 0, "sms": 0}

    def taken(self):
        mails = ses_backends[DEFAULT_ACCOUNT_ID][REGION].sent_messages
        texts = list(sns_backends[DEFAULT_ACCOUNT_ID][REGION].sms_messages.values())
        return {"mail": mails, "sms": texts}

    def __call__(self, environ, start_response):
        answer = list(self.app(environ, start_response))
        for kind, messages in self.taken().items():
            for message in list(messages)[self.told[kind] :]:
                say(kind=kind, message=getattr(message, "__dict__", message))
            self.told[kind] = len(messages)
        return answer


def keys(iam, name, policy):
    iam.create_user(UserName=name)
    if policy:
        iam.put_user_policy(UserName=name, PolicyName="p", PolicyDocument=json.dumps(policy))
    made = iam.create_access_key(UserName=name)["AccessKey"]
    return {"id": made["AccessKeyId"], "secret": made["SecretAccessKey"]}


def main():
    app = Telling(DomainDispatcherApplication(create_backend_app))
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever).start()
    endpoint = f"http://127.0.0.1:{server.port}"
    options = dict(endpoint_url=endpoint, region_name=REGION, aws_access_key_id="setup", aws_secret_access_key="setup")
    boto3.client("sesv2", **options).create_email_identity(EmailIdentity="belfry@belfry.example")
    iam = boto3.client("iam", **options)
    everything = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}
    facts = dict(port=server.port, sender=keys(iam, "sender", everything), nobody=keys(iam, "nobody", None))
    # From here on signatures and rights are checked.
    requests.post(f"{endpoint}/moto-api/reset-auth", data=b"0", timeout=10).raise_for_status()
    say(**facts)


main()
