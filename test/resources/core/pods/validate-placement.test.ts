import { expect, test } from '@jest/globals'
import { type Change, kinds, plain } from '../../packaged/support.js'
import { create } from '../../support.js'

const causesOf = (change: Change) => create(kinds.Pod, plain('Pod', change)).causes

const NODES = 'spec.affinity.nodeAffinity'
const PODS = 'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution'
const TERM = 'nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0]'
const expression = { key: 'a', operator: 'In', values: ['b', 'c d'] }
const near = (term: object): Change => ({ [PODS]: [{ topologyKey: 'zone', ...term }] })
const spread = (...given: readonly object[]): Change => ({ 'spec.topologySpreadConstraints': given })
const evenly = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }
const selector = { matchLabels: { a: 'b' } }

const LABEL_VALUE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
const NAME_PART =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const LABEL =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
const TERM_OF_PODS = 'affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]'

test.each<readonly [change: Change, causes: readonly string[]]>([
  [
    { [`${NODES}.requiredDuringSchedulingIgnoredDuringExecution`]: { nodeSelectorTerms: [{ matchExpressions: [expression] }] } },
    [`affinity.${TERM}.values[1]: Invalid value: "c d": ${LABEL_VALUE}`],
  ],
  [
    {
      [`${NODES}.preferredDuringSchedulingIgnoredDuringExecution`]: [
        { weight: 1, preference: { matchExpressions: [expression] } },
      ],
    },
    [],
  ],
  [near({ namespaces: ['a'] }), []],
  [near({ namespaces: ['A'] }), [`${TERM_OF_PODS}.namespace: Invalid value: "A": ${LABEL}`]],
  ...['matchLabelKeys', 'mismatchLabelKeys'].flatMap((member): (readonly [Change, readonly string[]])[] => [
    [near({ labelSelector: {}, [member]: ['k'] }), []],
    [near({ [member]: ['k'] }), [`${TERM_OF_PODS}.${member}: Forbidden: must not be specified when labelSelector is not set`]],
    [near({ labelSelector: {}, [member]: ['k', 'a b'] }), [`${TERM_OF_PODS}.${member}[1]: Invalid value: "a b": ${NAME_PART}`]],
  ]),
  [
    near({ labelSelector: {}, matchLabelKeys: ['j', 'k'], mismatchLabelKeys: ['k'] }),
    [
      'affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].matchLabelKeys[1]: Invalid value: "k": exists in both matchLabelKeys and mismatchLabelKeys',
    ],
  ],
  [spread({ ...evenly, labelSelector: selector, matchLabelKeys: ['k'] }), []],
  [
    { ...spread({ ...evenly, labelSelector: selector, matchLabelKeys: ['k', 'a'] }), 'metadata.labels': { a: 'b' } },
    ['topologySpreadConstraints[0][1]: Invalid value: "a": exists in both matchLabelKeys and labelSelector'],
  ],
  [spread({ ...evenly, topologyKey: 'a b' }), []],
  [{ 'spec.schedulingGates': [{ name: 'a b' }] }, [`schedulingGates[0]: Invalid value: "a b": ${NAME_PART}`]],
  [
    { 'spec.tolerations': [{ key: 'k', operator: 'Exists', value: 'v' }] },
    [`tolerations[0].operator: Invalid value: "v": value must be empty when \`operator\` is 'Exists'`],
  ],
  [
    near({ topologyKey: '' }),
    [
      `${TERM_OF_PODS}.topologyKey: Required value: can not be empty`,
      `${TERM_OF_PODS}.topologyKey: Invalid value: "": name part must be non-empty`,
      `${TERM_OF_PODS}.topologyKey: Invalid value: "": ${NAME_PART}`,
    ],
  ],
])('a pod with %j has the errors %j', (change, causes) => {
  expect(causesOf(change).map((cause) => cause.replace('spec.', ''))).toEqual(causes)
})
