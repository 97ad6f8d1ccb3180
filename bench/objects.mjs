// The objects that the benchmarks store: ConfigMaps of 1 KiB in JSON.
const KIB = 1024

export const configMap = (namespace, name, tier) => {
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace, labels: { app: 'bench', tier } },
    data: { text: '' },
  }
  object.data.text = 'x'.repeat(KIB - JSON.stringify(object).length)
  return object
}

export const nameOf = (number) => `object-${String(number).padStart(8, '0')}`
