// A plugin of typedoc: a docstring may link to any public name of the package, also where its file does not import that
// name, as `ApiError` in the text of an interface.
import { ReflectionKind } from 'typedoc'

const partsOf = ({ comment }) => (comment ? [...comment.summary, ...comment.blockTags.flatMap((tag) => tag.content)] : [])

export function load(app) {
  app.converter.on('resolveBegin', ({ project }) => {
    const names = new Map()
    for (const module of project.children ?? []) {
      for (const child of module.children ?? []) if (child.kind !== ReflectionKind.Reference) names.set(child.name, child)
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
