"""Checks bodies of messages:send, one a line on standard input, against the discovery document of the API.

Prints for each "ok", or what doesn't conform: a field that isn't there, a value of another type, a name that the enumeration lacks.
"""

import json
import re
import sys

from googleapiclient.discovery_cache import get_static_doc

SCHEMAS = json.loads(get_static_doc("fcm", "v1"))["schemas"]
TYPES = {"string": str, "boolean": bool, "integer": int, "number": (int, float)}


def problems(value, schema, where):
    if "$ref" in schema:
        schema = SCHEMAS[schema["$ref"]]
    kind = schema.get("type", "any")
    if kind == "object":
        if not isinstance(value, dict):
            return [where + " is no object"]
        properties, additional = schema.get("properties", {}), schema.get("additionalProperties")
        found = []
        for name, part in value.items():
            inner = properties.get(snake_to_camel(name), properties.get(name, additional))
            found += problems(part, inner, where + "." + name) if inner else [where + "." + name + " is unknown"]
        return found
    if kind == "array":
        return [found for index, part in enumerate(value) for found in problems(part, schema["items"], f"{where}[{index}]")]
    if kind in TYPES and not isinstance(value, TYPES[kind]):
        return [where + " is no " + kind]
    if "enum" in schema and value not in schema["enum"]:
        return [where + " may not be " + str(value)]
    if schema.get("format") == "google-duration" and not re.fullmatch(r"\d+(\.\d{1,9})?s", value):
        return [where + " is no duration"]
    return []


def snake_to_camel(name):
    """The API takes both, as every JSON form of a protocol buffer does."""
    return re.sub(r"_([a-z])", lambda match: match.group(1).upper(), name)


for line in sys.stdin:
    print("; ".join(problems(json.loads(line), {"$ref": "SendMessageRequest"}, "request")) or "ok")
