import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

type BuildSerializer = ReturnType<typeof SerializerSelector>

/** Makes serializers of answers, each when its route first gives one: all of them together are half a second of a start. */
export const buildSerializer: BuildSerializer = (externalSchemas, options) => (route) => {
  let serialize: ReturnType<ReturnType<BuildSerializer>> | undefined
  return (answer: unknown) => {
    // a compiler of its own: one that has compiled a shared schema does not know it any more
    serialize ??= SerializerSelector()(externalSchemas, options)(route)
    return serialize(answer)
  }
}
