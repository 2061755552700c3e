import Platform
import Supervision

exit(Simulation.run(Array(CommandLine.arguments.dropFirst())))
