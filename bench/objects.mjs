// The objects that the benchmarks store: ConfigMaps with a given size in the client's JSON.
export const KIB = 1024

export const configMap = (namespace, name, tier, bytes = 900) => {
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace, labels: { app: 'bench', tier } },
    data: { text: '' },
  }
  object.data.text = 'x'.repeat(bytes - JSON.stringify(object).length)
  return object
}

export const nameOf = (number) => `object-${String(number).padStart(8, '0')}`
