import type { Command } from '../../domain/command.ts'

/**
 * Which command caused which events of the batch that gathers. Asked when one of them can't be written: that too is a failure of the engine on a
 * command, only seen later.
 */
export class Causes {
  private readonly commands: Command[] = []
  /** of the first event of each */
  private readonly positions: number[] = []

  /** The command has caused events, the first of them at `position`. */
  note(command: Command, position: number): void {
    this.commands.push(command)
    this.positions.push(position)
  }

  /** The command behind the event at a position; undefined where there is none. */
  of(position: number): Command | undefined {
    return this.commands[this.positions.findLastIndex((first) => first <= position)]
  }

  /** The next batch begins. */
  clear(): void {
    this.commands.length = 0
    this.positions.length = 0
  }
}
