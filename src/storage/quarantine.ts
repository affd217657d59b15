import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from '../domain/command.ts'
import { commandContent } from '../domain/command-content.ts'
import { DataDirectoryError } from './directory/data-directory-error.ts'
import { writeDurably } from './directory/durable-file.ts'
import { jsonFault } from './directory/json-fault.ts'

/** A command on which the engine has failed. */
export interface QuarantinedCommand {
  /** of what it asks for: the same command has the same one */
  readonly id: string
  /** when the engine last failed on it, epoch ms */
  readonly at: number
  readonly command: Command['type']
  /** who asked, about what */
  readonly about: Readonly<Record<string, unknown>>
  /** what the engine said */
  readonly error: string
}

/** The commands that are held back because the engine has failed on them: a file of the data directory, which the owner alone can read. */
export class Quarantine {
  readonly #file: string
  #held: ReadonlyMap<string, QuarantinedCommand>

  /** Throws DataDirectoryError where the file can't be read. */
  constructor(directory: string) {
    this.#file = join(directory, 'quarantine.json')
    this.#held = new Map(readHeld(this.#file).map((one) => [one.id, one]))
  }

  /** Oldest first. */
  get commands(): readonly QuarantinedCommand[] {
    return [...this.#held.values()]
  }

  get size(): number {
    return this.#held.size
  }

  find(command: Command): QuarantinedCommand | undefined {
    return this.#held.size === 0 ? undefined : this.#held.get(idOf(command))
  }

  /** Holds a command back from now on; it is on the disk when the call returns. */
  add(command: Command, { at, about, error }: Pick<QuarantinedCommand, 'at' | 'about' | 'error'>): QuarantinedCommand {
    const held = { id: idOf(command), at, command: command.type, about, error }
    this.#change(new Map(this.#held).set(held.id, held))
    return held
  }

  /** Lets a command through again; false where there is none with this id. */
  lift(id: string): boolean {
    const others = new Map(this.#held)
    if (!others.delete(id)) return false
    this.#change(others)
    return true
  }

  /** What can't be written is not so. */
  #change(held: ReadonlyMap<string, QuarantinedCommand>): void {
    writeDurably(this.#file, [Buffer.from(`${JSON.stringify([...held.values()], null, 1)}\n`)])
    this.#held = held
  }
}

const idOf = (command: Command): string => createHash('sha256').update(commandContent(command)).digest('hex').slice(0, ID_LENGTH)
const ID_LENGTH = 32

function readHeld(file: string): readonly QuarantinedCommand[] {
  if (!existsSync(file)) return []
  try {
    const held: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (Array.isArray(held) && held.every(isHeld)) return held
  } catch (error) {
    throw new DataDirectoryError(`${file} can't be read (${jsonFault(error)}): mend it, or move it away to let every command through`)
  }
  throw new DataDirectoryError(`${file} is no list of quarantined commands: mend it, or move it away to let every command through`)
}

function isHeld(value: unknown): value is QuarantinedCommand {
  if (typeof value !== 'object' || value === null) return false
  const { id, at, command, about, error } = value as Partial<Record<keyof QuarantinedCommand, unknown>>
  const texts = [id, command, error].every((text) => typeof text === 'string')
  return texts && typeof at === 'number' && typeof about === 'object' && about !== null
}
