/**
 * The program that starts scripts and watches over them, in Perl because that is on nearly every Linux and can ask the
 * kernel for what Node can't. For each run it forks itself, and that process makes itself the parent of everything that
 * loses its own (PR_SET_CHILD_SUBREAPER): so whatever a script starts stays below it, however it was started. When the one
 * above is gone (PR_SET_PDEATHSIG), the first gets a SIGKILL, and the others a SIGCONT, upon which they end their runs
 * themselves: both reach also a process that a script has stopped. While there are runs, who started this sends it a
 * SIGCONT again and again, and it sends one to a watcher that was stopped, so that neither stays so. The streams are pipes,
 * which Node's are not, so that a script can open /dev/stderr. It loads no module, so that it starts in a millisecond.
 *
 * Arguments: the number of the system call prctl, the process id of the program that starts it.
 * For one run after the other it says on descriptor 3 `streams <descriptor> <descriptor>`, which are to be opened, and
 * takes a line with a length and so many bytes: the program, its folder and its environment, parted by NUL. It says `started
 * <process id of the watcher> <of the script>` or `failed <process id> <errno>`. At any time it says `ended <process id of the watcher> <wait status>`, and `gone <process id of the watcher>`.
 * It ends when the descriptor is closed. A watcher waits for all processes of its run after a SIGTERM, and kills them at a
 * SIGUSR1.
 */
export const SUPERVISOR_PROGRAM = String.raw`
my ($prctl, $parent) = @ARGV;
my ($script, $ended, $stopping);
open(my $wire, "+<&=", 3) or exit 1;
end_with_parent(9);
# Whether a watcher could do this here: some sandboxes forbid it.
syscall($prctl, 36, 0, 0, 0, 0) == 0 or exit 1;
$SIG{CHLD} = sub {
  while ((my $pid = waitpid(-1, 1 | 2)) > 0) {
    # A watcher that its script has stopped looks like one that has ended well, but for being there; it goes on.
    say_so("gone $pid") if $? || !kill(18, $pid);
  }
};

while (pipe(my $out, my $to_out) && pipe(my $err, my $to_err)) {
  say_so("streams " . fileno($out) . " " . fileno($err));
  defined(my $length = <$wire>) or last;
  read($wire, my $request, $length) == $length or last;
  my $self = $$;
  my $watcher = fork;
  if (!defined $watcher) { fail($! + 0) }
  elsif ($watcher == 0) {
    close $out;
    close $err;
    $parent = $self;
    watch($request, $to_out, $to_err);
    exit;
  }
}

sub watch {
  my ($request, $to_out, $to_err) = @_;
  $SIG{CHLD} = "DEFAULT";
  $SIG{PIPE} = "IGNORE";
  $SIG{TERM} = sub { $stopping = 1 };
  $SIG{CONT} = sub { if (getppid != $parent) { end_all(); exit } };
  $SIG{USR1} = \&kill_children;
  end_with_parent(18);
  syscall($prctl, 36, 1, 0, 0, 0) == 0 or return fail($! + 0);

  # Closed by a program that starts, so that only one that doesn't is heard of.
  pipe(my $failure, my $failed) or return fail($! + 0);
  $script = fork;
  return fail($! + 0) if !defined $script;
  if ($script == 0) {
    setpgrp(0, 0);
    $SIG{$_} = "DEFAULT" for qw(TERM CONT USR1 PIPE);
    open(STDOUT, ">&", $to_out) && open(STDERR, ">&", $to_err) && run($request);
    syswrite($failed, $! + 0);
    exit;
  }
  close $failed;
  close $to_out;
  close $to_err;
  my $errno = <$failure>;
  return fail($errno) if defined $errno;
  say_so("started $$ $script");

  # Those that are left when the script has ended go on, unless somebody wants to see them end.
  until ($ended && !$stopping) {
    my $pid = wait;
    last if $pid < 0;
    note_end($pid);
  }
}

sub note_end {
  return if $_[0] != $script;
  $ended = 1;
  say_so("ended $$ $?");
}

sub reap {
  while ((my $pid = waitpid(-1, 1)) > 0) { note_end($pid) }
}

sub run {
  my ($file, $folder, @environment) = split /\0/, $_[0], -1;
  %ENV = map { split /=/, $_, 2 } @environment;
  chdir $folder or return;
  for my $attempt (1 .. 5) {
    exec { $file } $file;
    # ETXTBSY: another process is just closing it.
    return if $! != 26;
    select(undef, undef, undef, 0.02 * $attempt);
    $! = 26;
  }
}

sub end_with_parent {
  syscall($prctl, 1, $_[0], 0, 0, 0) == 0 && getppid == $parent or exit 1;
}

sub fail { say_so("failed $$ $_[0]") }

sub say_so { syswrite($wire, "$_[0]\n") }

# What is killed leaves its children to this process. A process that becomes another one all the time is seen only by who
# looks faster than it does so.
sub kill_children {
  for (1 .. 500) {
    reap();
    open(my $file, "<", "/proc/$$/task/$$/children") or last;
    my @pids = split " ", <$file> // "" or return;
    kill 9, @pids;
  }
  kill 9, descendants();
}

sub end_all {
  my %asked;
  for my $look (1 .. 140) {
    reap();
    my @left = descendants() or return;
    if ($look > 40) { kill_children() }
    else { kill 15, grep { !$asked{$_}++ } @left }
    select(undef, undef, undef, 0.05);
  }
}

sub descendants {
  my (%children, @found);
  opendir(my $proc, "/proc") or return;
  for my $pid (grep { /^\d+$/ } readdir $proc) {
    open(my $file, "<", "/proc/$pid/stat") or next;
    local $/;
    # The name in parentheses may hold anything.
    (<$file> // "") =~ /.*\) (\S) (\d+)/s or next;
    push @{$children{$2}}, $pid if $1 ne "Z";
  }
  for (my @queue = ($$); @queue;) {
    my @next = @{$children{shift @queue} || []};
    push @found, @next;
    push @queue, @next;
  }
  return @found;
}
`;
