// A typedoc plugin, for behaviour that typedoc has no options for.
//
// - A docstring may link to any public name of the package, also where its file does not import that name, as `ApiError` in
//   the text of an interface.
// - Types that public names mention are described though no door exports them, such as the options of a function:
//   typedoc-plugin-missing-exports adds them, and takes what `@internal` members mention for them. That is left out again.
import { ReflectionKind } from 'typedoc'
import { readPublicNames } from './public-names.mjs'

const partsOf = ({ comment }) => (comment ? [...comment.summary, ...comment.blockTags.flatMap((tag) => tag.content)] : [])

export function load(app) {
  app.converter.on('resolveBegin', ({ project }) => {
    const { mentioned } = readPublicNames()
    const unexported = app.options.getValue('internalModule')
    const names = new Map()
    const take = (child) => child.kind !== ReflectionKind.Reference && names.set(child.name, child)
    for (const module of project.children ?? []) {
      for (const child of [...(module.children ?? [])]) {
        if (child.name !== unexported) take(child)
        else for (const part of [...child.children]) mentioned.has(part.name) ? take(part) : project.removeReflection(part)
      }
    }
    for (const reflection of Object.values(project.reflections)) {
      for (const part of partsOf(reflection)) {
        if (part.kind !== 'inline-tag' || part.target !== undefined) continue
        const found = names.get(part.text.trim())
        if (found) part.target = project.getSymbolIdFromReflection(found)
      }
    }
  })
}
