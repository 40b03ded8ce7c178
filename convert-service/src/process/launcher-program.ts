/**
 * The program of the launcher, in Perl because that is on nearly every Linux, is small, and starts a program in a
 * millisecond; it loads no module. It stands behind the fence, so what it starts does, without passing through the fence
 * each time. For each program it forks a watcher, which starts the program at the head of a process group, waits for it and
 * tells of it; so no signal has to be caught. The watcher ends with the launcher, and the program with the watcher
 * (PR_SET_PDEATHSIG).
 *
 * Arguments: the number of the system call prctl, the process id of the service.
 * On its input it takes a line with a length, and so many bytes parted by NUL: a number for the job, the folder that it runs
 * in, files for what it prints and for its errors, the program, its arguments. It says `ready`, and of each job `started <job>
 * <process group>`, then `ended <job> <wait status>` or `failed <job> <errno>`. It ends with its input.
 */
export const LAUNCHER_PROGRAM = String.raw`
my ($prctl, $parent) = @ARGV;
end_with_parent();
$SIG{CHLD} = "IGNORE";
binmode STDIN;
say_so("ready");
while (defined(my $length = <STDIN>)) {
  read(STDIN, my $request, $length) == $length or last;
  my ($job, @request) = split /\0/, $request, -1;
  $parent = $$;
  my $watcher = fork;
  if (!defined $watcher) { say_so("failed", $job, $! + 0) }
  elsif ($watcher == 0) { watch($job, @request); exit }
}

sub watch {
  my ($job, @request) = @_;
  $SIG{CHLD} = "DEFAULT";
  end_with_parent();
  # Closed by a program that starts, so that only one that doesn't is heard of.
  pipe(my $failure, my $failed) or return say_so("failed", $job, $! + 0);
  $parent = $$;
  my $program = fork;
  return say_so("failed", $job, $! + 0) if !defined $program;
  if ($program == 0) {
    setpgrp(0, 0);
    end_with_parent();
    run(@request);
    syswrite($failed, $! + 0);
    exit;
  }
  close $failed;
  # Both say so, as nobody knows who comes first: what is told of as started can be ended by its group.
  setpgrp($program, $program);
  say_so("started", $job, $program);
  my $errno = <$failure>;
  waitpid($program, 0);
  my $status = $?;
  # What the program started and left behind goes with it.
  kill 9, -$program;
  defined $errno ? say_so("failed", $job, $errno) : say_so("ended", $job, $status);
}

sub run {
  my ($folder, $output, $errors, $program, @arguments) = @_;
  @ENV{"HOME", "TMPDIR"} = ($folder, $folder);
  chdir $folder or return;
  open(STDIN, "<", "/dev/null") && open(STDOUT, ">", $output) && open(STDERR, ">", $errors) or return;
  exec { $program } $program, @arguments;
}

# It may have ended before that could be asked for.
sub end_with_parent {
  syscall($prctl, 1, 9, 0, 0, 0) == 0 && getppid == $parent or exit 1;
}

# One write of less than a pipe's buffer: lines of several watchers never mix.
sub say_so { syswrite(STDOUT, "@_\n") }
`;
