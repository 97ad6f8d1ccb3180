/**
 * The published definitions of the messages that clients send, written down a second time and from the other side: as
 * protobuf source, which protobufjs compiles into encoders.
 *
 * @module
 */

import protobuf from 'protobufjs'

const source = `
syntax = "proto2";
message Unknown { optional TypeMeta typeMeta = 1; optional bytes raw = 2; optional string contentEncoding = 3; optional string contentType = 4; }
message TypeMeta { optional string apiVersion = 1; optional string kind = 2; }
message Time { optional int64 seconds = 1; optional int32 nanos = 2; }
message FieldsV1 { optional bytes Raw = 1; }
message ObjectMeta {
  optional string name = 1; optional string generateName = 2; optional string namespace = 3; optional string selfLink = 4;
  optional string uid = 5; optional string resourceVersion = 6; optional int64 generation = 7; optional Time creationTimestamp = 8;
  optional Time deletionTimestamp = 9; optional int64 deletionGracePeriodSeconds = 10; map<string, string> labels = 11;
  map<string, string> annotations = 12; repeated OwnerReference ownerReferences = 13; repeated string finalizers = 14;
  repeated ManagedFieldsEntry managedFields = 17;
}
message OwnerReference {
  optional string kind = 1; optional string name = 3; optional string uid = 4; optional string apiVersion = 5;
  optional bool controller = 6; optional bool blockOwnerDeletion = 7;
}
message ManagedFieldsEntry {
  optional string manager = 1; optional string operation = 2; optional string apiVersion = 3; optional Time time = 4;
  optional string fieldsType = 6; optional FieldsV1 fieldsV1 = 7; optional string subresource = 8;
}
message Preconditions { optional string uid = 1; optional string resourceVersion = 2; }
message DeleteOptions {
  optional int64 gracePeriodSeconds = 1; optional Preconditions preconditions = 2; optional bool orphanDependents = 3;
  optional string propagationPolicy = 4; repeated string dryRun = 5;
}
message NamespaceSpec { repeated string finalizers = 1; }
message NamespaceStatus { optional string phase = 1; }
message Namespace { optional ObjectMeta metadata = 1; optional NamespaceSpec spec = 2; optional NamespaceStatus status = 3; }
message ConfigMap {
  optional ObjectMeta metadata = 1; map<string, string> data = 2; map<string, bytes> binaryData = 3; optional bool immutable = 4;
}
message Secret {
  optional ObjectMeta metadata = 1; map<string, bytes> data = 2; optional string type = 3; map<string, string> stringData = 4;
  optional bool immutable = 5;
}
message ObjectReference {
  optional string kind = 1; optional string namespace = 2; optional string name = 3; optional string uid = 4;
  optional string apiVersion = 5; optional string resourceVersion = 6; optional string fieldPath = 7;
}
message LocalObjectReference { optional string name = 1; }
message ServiceAccount {
  optional ObjectMeta metadata = 1; repeated ObjectReference secrets = 2; repeated LocalObjectReference imagePullSecrets = 3;
  optional bool automountServiceAccountToken = 4;
}
message LeaseSpec {
  optional string holderIdentity = 1; optional int32 leaseDurationSeconds = 2; optional Time acquireTime = 3;
  optional Time renewTime = 4; optional int32 leaseTransitions = 5;
}
message Lease { optional ObjectMeta metadata = 1; optional LeaseSpec spec = 2; }
message EventSource { optional string component = 1; optional string host = 2; }
message EventSeries { optional int32 count = 1; optional Time lastObservedTime = 2; }
message CoreEvent {
  optional ObjectMeta metadata = 1; optional ObjectReference involvedObject = 2; optional string reason = 3;
  optional string message = 4; optional EventSource source = 5; optional Time firstTimestamp = 6; optional Time lastTimestamp = 7;
  optional int32 count = 8; optional string type = 9; optional Time eventTime = 10; optional EventSeries series = 11;
  optional string action = 12; optional ObjectReference related = 13; optional string reportingComponent = 14;
  optional string reportingInstance = 15;
}
message NewEvent {
  optional ObjectMeta metadata = 1; optional Time eventTime = 2; optional EventSeries series = 3;
  optional string reportingController = 4; optional string reportingInstance = 5; optional string action = 6;
  optional string reason = 7; optional ObjectReference regarding = 8; optional ObjectReference related = 9;
  optional string note = 10; optional string type = 11; optional EventSource deprecatedSource = 12;
  optional Time deprecatedFirstTimestamp = 13; optional Time deprecatedLastTimestamp = 14; optional int32 deprecatedCount = 15;
}
message JSON { optional bytes raw = 1; }
message OrArray { optional Schema schema = 1; repeated Schema jSONSchemas = 2; }
message OrBool { optional bool allows = 1; optional Schema schema = 2; }
message OrStringArray { optional Schema schema = 1; repeated string property = 2; }
message ExternalDocs { optional string description = 1; optional string url = 2; }
message Rule { optional string rule = 1; optional string message = 2; optional string reason = 4; optional bool optionalOldSelf = 6; }
message Schema {
  optional string id = 1; optional string schema = 2; optional string ref = 3; optional string description = 4;
  optional string type = 5; optional string format = 6; optional string title = 7; optional JSON default = 8;
  optional double maximum = 9; optional bool exclusiveMaximum = 10; optional double minimum = 11;
  optional bool exclusiveMinimum = 12; optional int64 maxLength = 13; optional int64 minLength = 14; optional string pattern = 15;
  optional int64 maxItems = 16; optional int64 minItems = 17; optional bool uniqueItems = 18; optional double multipleOf = 19;
  repeated JSON enum = 20; optional int64 maxProperties = 21; optional int64 minProperties = 22; repeated string required = 23;
  optional OrArray items = 24; repeated Schema allOf = 25; repeated Schema oneOf = 26; repeated Schema anyOf = 27;
  optional Schema not = 28; map<string, Schema> properties = 29; optional OrBool additionalProperties = 30;
  map<string, Schema> patternProperties = 31; map<string, OrStringArray> dependencies = 32; optional OrBool additionalItems = 33;
  map<string, Schema> definitions = 34; optional ExternalDocs externalDocs = 35; optional JSON example = 36;
  optional bool nullable = 37; optional bool preserveUnknownFields = 38; optional bool embeddedResource = 39;
  optional bool intOrString = 40; repeated string listMapKeys = 41; optional string listType = 42; optional string mapType = 43;
  repeated Rule validations = 44;
}
message Names {
  optional string plural = 1; optional string singular = 2; repeated string shortNames = 3; optional string kind = 4;
  optional string listKind = 5; repeated string categories = 6;
}
message Validation { optional Schema openAPIV3Schema = 1; }
message Status { }
message Scale { optional string specReplicasPath = 1; optional string statusReplicasPath = 2; optional string labelSelectorPath = 3; }
message Subresources { optional Status status = 1; optional Scale scale = 2; }
message Column {
  optional string name = 1; optional string type = 2; optional string format = 3; optional string description = 4;
  optional int32 priority = 5; optional string jsonPath = 6;
}
message Version {
  optional string name = 1; optional bool served = 2; optional bool storage = 3; optional Validation schema = 4;
  optional Subresources subresources = 5; repeated Column additionalPrinterColumns = 6; optional bool deprecated = 7;
  optional string deprecationWarning = 8;
}
message ServiceReference { optional string namespace = 1; optional string name = 2; optional string path = 3; optional int32 port = 4; }
message ClientConfig { optional ServiceReference service = 1; optional bytes caBundle = 2; optional string url = 3; }
message Webhook { optional ClientConfig clientConfig = 2; repeated string conversionReviewVersions = 3; }
message Conversion { optional string strategy = 1; optional Webhook webhook = 2; }
message DefinitionSpec {
  optional string group = 1; optional Names names = 3; optional string scope = 4; repeated Version versions = 7;
  optional Conversion conversion = 9; optional bool preserveUnknownFields = 10;
}
message Condition {
  optional string type = 1; optional string status = 2; optional Time lastTransitionTime = 3; optional string reason = 4;
  optional string message = 5;
}
message DefinitionStatus { repeated Condition conditions = 1; optional Names acceptedNames = 2; repeated string storedVersions = 3; }
message Definition { optional ObjectMeta metadata = 1; optional DefinitionSpec spec = 2; optional DefinitionStatus status = 3; }
`

const { root } = protobuf.parse(source, { keepCase: true })

/** Encodes an object as one of the published messages. */
export function encode(message: string, value: object): Uint8Array {
  const type = root.lookupType(message)
  return new Uint8Array(type.encode(type.fromObject(value)).finish())
}

const PREFIX = [0x6b, 0x38, 0x73, 0x00]

/** Puts a message into the binary envelope. */
export function envelope(apiVersion: string, kind: string, raw: Uint8Array, more: object = {}): Uint8Array {
  const unknown = encode('Unknown', { typeMeta: { apiVersion, kind }, raw, ...more })
  const bytes = new Uint8Array(PREFIX.length + unknown.length)
  bytes.set(PREFIX)
  bytes.set(unknown, PREFIX.length)
  return bytes
}
