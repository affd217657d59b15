import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { Quarantine, QuarantinedCommand } from '../../../storage/quarantine.ts'
import { ApiError } from '../../answers/errors.ts'
import { formatInstant } from '../../requests/instants.ts'
import { noBody } from '../../schema/answer-values.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { quarantineAnswer } from './admin.schema.ts'
import type { AuditTrail } from './audit-trail.ts'

export interface QuarantineParts {
  readonly quarantine: Pick<Quarantine, 'commands' | 'lift'>
  readonly audit: AuditTrail
}

/** Commands on which the engine has failed: docs/api-contract.md section 19. */
export const quarantineRoutes: FastifyPluginCallbackTypebox<QuarantineParts> = (app, { quarantine, audit }, done) => {
  const config = { scope: 'operator' } as const
  const tags = ['Operators']
  const path = '/v1/admin/quarantine'

  app.get(
    path,
    {
      config,
      schema: {
        tags,
        operationId: 'listQuarantine',
        summary: 'Commands that are held back because the engine has failed on them, oldest first',
        response: { 200: quarantineAnswer },
      },
    },
    () => quarantine.commands.map(quarantinedView),
  )

  app.delete(
    `${path}/:id`,
    {
      config,
      schema: {
        tags,
        operationId: 'liftQuarantine',
        summary: 'Let a command through again, at once',
        description: 'Codes: NOT_FOUND. Where the bug is still there, the next such command ends the process.',
        params: pathParameters('id'),
        response: { 204: noBody },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      if (!quarantine.commands.some((command) => command.id === id))
        throw new ApiError('NOT_FOUND', 'There is no such command in quarantine.')
      await audit.written(request, { operation: 'quarantine.lift', subject: id })
      quarantine.lift(id)
      return reply.code(204).send(undefined)
    },
  )

  done()
}

function quarantinedView({ id, at, command, about, error }: QuarantinedCommand) {
  return { id, failed_at: formatInstant(at), command, about, error }
}
