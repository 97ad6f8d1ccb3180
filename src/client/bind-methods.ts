/**
 * Methods that can be taken out of their object: `const { get, list } = client.resource(Widget)`.
 *
 * @module
 */

type Method = (...values: readonly unknown[]) => unknown

/**
 * Makes the methods of a class keep their object: each is bound when it is read. Binding them all in the constructor would take a
 * hundred times as long as making the object.
 *
 * @param prototype - The prototype of the class; those of a class that extends it are not affected.
 */
export function bindMethods(prototype: object): void {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof value !== 'function' || name === 'constructor') continue
    Object.defineProperty(prototype, name, {
      configurable: true,
      get(this: object) {
        return (value as Method).bind(this)
      },
      // A program may replace a method of one object, as tests do.
      set(this: object, method: unknown) {
        Object.defineProperty(this, name, { value: method, writable: true, configurable: true, enumerable: true })
      },
    })
  }
}
