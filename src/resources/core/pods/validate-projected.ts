/**
 * Validation of volumes with files of several sources, and of files about the pod itself.
 *
 * @module
 */

import {
  dnsSubdomainName,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  requiredField,
  type UnknownRecord,
} from '../../../meta/index.js'
import { validateSignerName } from '../../certificates/signer-name.js'
import { labelSelector } from '../../fields/field-rules.js'
import { listOf, numberOf, recordOf, textOf } from '../../fields/fields.js'
import { localPath } from '../volumes/paths.js'
import { fileMode, keyToPath } from '../volumes/validate-source.js'
import { fieldReference, resourceReference } from './containers/validate-references.js'

type Part = Readonly<UnknownRecord>

/** Lifetimes of tokens in volumes, in seconds. */
const [SHORTEST_TOKEN, LONGEST_TOKEN] = [600, 2 ** 32]

/** Validates the mode and the files of a volume with fields of the pod. */
export const validateDownwardFiles = ({ defaultMode, items }: Part, path: string): readonly FieldError[] => [
  ...fileMode(`${path}.defaultMode`, defaultMode),
  ...errorsOf(listOf(items), (item) => validateDownwardFile(recordOf(item), path)),
]

const ofVolume = { fieldRef: fieldReference(true), resourceFieldRef: resourceReference(true) }

/** Field paths do not say which item it is, as in Kubernetes. */
function validateDownwardFile({ path: file, fieldRef, resourceFieldRef, mode }: Part, path: string): readonly FieldError[] {
  const isBoth = fieldRef !== undefined && resourceFieldRef !== undefined
  return [
    ...(textOf(file) === '' ? [requiredField(`${path}.path`)] : localPath(`${path}.path`, file)),
    ...ofVolume.fieldRef(`${path}.fieldRef`, fieldRef),
    ...(isBoth ? [invalidField(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously')] : []),
    ...(isBoth ? [] : ofVolume.resourceFieldRef(`${path}.resourceFieldRef`, resourceFieldRef)),
    ...(fieldRef === undefined && resourceFieldRef === undefined
      ? [requiredField(path, 'one of fieldRef and resourceFieldRef is required')]
      : []),
    ...fileMode(`${path}.mode`, mode),
  ]
}

/** Validates a projected volume. Some errors name the volume instead of a source, as in Kubernetes. */
export function validateProjected({ defaultMode, sources }: Part, path: string): readonly FieldError[] {
  const taken = new Set<string>()
  /** Each path is used once. */
  const take = (file: unknown, shown: unknown): readonly FieldError[] => {
    const isTaken = taken.has(textOf(file))
    if (textOf(file) !== '') taken.add(textOf(file))
    return isTaken ? [invalidField(path, shown, 'conflicting duplicate paths')] : []
  }
  return [
    ...fileMode(`${path}.defaultMode`, defaultMode),
    ...errorsOf(listOf(sources).map(recordOf), (source, i) => {
      const at = `${path}.sources[${i}]`
      return [
        ...errorsOf(['secret', 'configMap'], (kind) => validateKeys(source[kind], `${at}.${kind}`, take)),
        ...errorsOf(listOf(recordOf(source.downwardAPI).items).map(recordOf), (item) => [
          ...validateDownwardFile(item, `${at}.downwardAPI`),
          ...take(item.path, item.path),
        ]),
        ...validateToken(source.serviceAccountToken, `${at}.serviceAccountToken`, path),
        ...validateBundle(source.clusterTrustBundle, `${at}.clusterTrustBundle`, take),
        ...(Object.keys(source).length > 1 ? [forbiddenField(at, 'may not specify more than 1 volume type per source')] : []),
      ]
    }),
  ]
}

type Take = (file: unknown, shown: unknown) => readonly FieldError[]

function validateKeys(given: unknown, at: string, take: Take): readonly FieldError[] {
  if (given === undefined) return []
  const { name, items } = recordOf(given)
  return [
    ...(textOf(name) === '' ? [requiredField(`${at}.name`)] : []),
    ...errorsOf(listOf(items), (item, i) => [
      ...keyToPath(`${at}.items[${i}]`, item),
      ...take(recordOf(item).path, textOf(name)),
    ]),
  ]
}

function validateToken(given: unknown, at: string, path: string): readonly FieldError[] {
  if (given === undefined) return []
  const { expirationSeconds, path: file } = recordOf(given)
  const seconds = numberOf(expirationSeconds) ?? SHORTEST_TOKEN
  const limit = seconds < SHORTEST_TOKEN ? 'less than 10 minutes' : 'larger than 2^32 seconds'
  return [
    ...(seconds < SHORTEST_TOKEN || seconds > LONGEST_TOKEN
      ? [invalidField(`${at}.expirationSeconds`, seconds, `may not specify a duration ${limit}`)]
      : []),
    // A missing path is found by the schema.
    ...(file === '' ? [requiredField(`${path}.path`)] : localPath(`${path}.path`, file)),
  ]
}

function validateBundle(given: unknown, at: string, take: Take): readonly FieldError[] {
  if (given === undefined) return []
  const bundle = recordOf(given)
  return [
    ...validateChoice(bundle, at),
    ...(bundle.path === '' ? [requiredField(`${at}.path`)] : localPath(`${at}.path`, bundle.path)),
    ...take(bundle.path, bundle.path),
  ]
}

/** Bundles are chosen by their name, or by their signer and labels. */
function validateChoice(bundle: Part, at: string): readonly FieldError[] {
  const { name, signerName, labelSelector: selector } = bundle
  if (name !== undefined && signerName !== undefined)
    return [invalidField(at, bundle, 'only one of name and signerName may be used')]
  if (name !== undefined) {
    const detail = 'labelSelector must be unset if name is specified'
    return [
      ...(name === '' ? [requiredField(`${at}.name`, 'must be a valid object name')] : []),
      // A name with colons starts with the name of a signer, whose slash is written as a colon.
      ...dnsSubdomainName(textOf(name).slice(textOf(name).lastIndexOf(':') + 1)).map((message) =>
        invalidField(`${at}.name`, name, `not a valid clustertrustbundlename: ${message}`),
      ),
      ...(selector === undefined ? [] : [invalidField(`${at}.labelSelector`, selector, detail)]),
    ]
  }
  return signerName === undefined
    ? [requiredField(at, 'either name or signerName must be specified')]
    : [
        ...(signerName === '' ? [requiredField(`${at}.signerName`, 'must be a valid signer name')] : []),
        ...validateSignerName(textOf(signerName), `${at}.signerName`),
        ...labelSelector(`${at}.labelSelector`, selector),
      ]
}
