# Runs a program without the rights that no converter needs, which also holds for all that it starts. Perl, because its `syscall` can do what Node
# cannot, and because every Debian has it (perl-base is essential).
#
#   perl confine.pl [--read PATH]... [--write PATH]... [--] PROGRAM [ARGUMENT]...
#
# Always: no capability remains, and seccomp(2) refuses sockets of any network, tracing, other processes' memory, keys, BPF, io_uring.
# With --read or --write also Landlock (landlock(7)): nothing but those paths and what is below them can be opened, no process outside can be
# traced or, where the kernel knows how (ABI 6), signalled. --read allows to read and to execute.
# Exit code 125: the kernel does not allow it, and nothing was run.

use strict;
use warnings;
use POSIX ();

my (@read, @write);
while (@ARGV && $ARGV[0] =~ /^--/) {
    my $option = shift @ARGV;
    last if $option eq '--';
    push @read,  shift @ARGV and next if $option eq '--read';
    push @write, shift @ARGV and next if $option eq '--write';
    refuse("unknown option $option");
}
refuse('no program') unless @ARGV;

my $machine = (POSIX::uname())[4];
# Numbers of system calls (asm/unistd.h). Landlock's are the same everywhere.
my %NUMBERS = (
    x86_64 => {
        audit => 0xC000003E, prctl => 157, seccomp => 317, socket => 41, socketpair => 53, capset => 126,
        # access(path, mode): the number, and where its mode is (struct seccomp_data)
        access => 21, mode => 24,
        refused => [101, 310, 311, 438, 312, 321, 298, 323, 248, 249, 250, 425, 426, 427],
    },
    aarch64 => {
        audit => 0xC00000B7, prctl => 167, seccomp => 277, socket => 198, socketpair => 199, capset => 91,
        # faccessat(folder, path, mode)
        access => 48, mode => 32,
        # ptrace, process_vm_readv, process_vm_writev, pidfd_getfd, kcmp, bpf, perf_event_open, userfaultfd, add_key, request_key, keyctl,
        # io_uring_setup, io_uring_enter, io_uring_register; the same in the row above
        refused => [117, 270, 271, 438, 272, 280, 241, 282, 217, 218, 219, 425, 426, 427],
    },
);
my $number = $NUMBERS{$machine} or refuse("unknown machine $machine");
my ($CREATE_RULESET, $ADD_RULE, $RESTRICT_SELF) = (444, 445, 446);

# PR_SET_NO_NEW_PRIVS: a set-user-ID program gains nothing, and the rest needs no privilege.
must(syscall($number->{prctl}, 38, 1, 0, 0, 0), 'no_new_privs');
drop_capabilities();
restrict_files() if @read || @write;
filter_calls();
exec { $ARGV[0] } @ARGV or refuse("cannot run $ARGV[0]: $!");

# The superuser would get them back at the next exec if they stayed in the bounding set (capabilities(7)).
sub drop_capabilities {
    # PR_CAPBSET_DROP, from the first to the last that the kernel knows
    for my $capability (0 .. 63) { last if syscall($number->{prctl}, 24, $capability, 0, 0, 0) < 0 }
    # struct __user_cap_header_struct of version 3, and two empty __user_cap_data_struct
    my ($header, $data) = (pack('Ll', 0x20080522, 0), pack('L6', (0) x 6));
    must(syscall($number->{capset}, $header, $data), 'capset');
}

sub restrict_files {
    my $abi = syscall($CREATE_RULESET, 0, 0, 1);
    refuse('no Landlock') if $abi < 1;
    # LANDLOCK_ACCESS_FS_*: 13 rights with ABI 1, REFER with 2, TRUNCATE with 3, IOCTL_DEV with 5.
    my $all = (1 << 13) - 1;
    $all |= 1 << 13 if $abi >= 2;
    $all |= 1 << 14 if $abi >= 3;
    $all |= 1 << 15 if $abi >= 5;
    my $attributes = pack('Q', $all);
    # bind and connect of TCP; abstract UNIX sockets and signals
    $attributes .= pack('Q', 3) if $abi >= 4;
    $attributes .= pack('Q', 3) if $abi >= 6;
    my $ruleset = must(syscall($CREATE_RULESET, $attributes, length $attributes, 0), 'landlock_create_ruleset');
    my ($EXECUTE, $WRITE_FILE, $READ_FILE, $READ_DIR, $TRUNCATE) = (1, 2, 4, 8, 1 << 14);
    allow($ruleset, $_, $EXECUTE | $READ_FILE | $READ_DIR) for @read;
    allow($ruleset, $_, $all & ~$EXECUTE) for @write;
    # The process itself: the number stays the same over exec.
    allow($ruleset, "/proc/$$", $READ_FILE | $READ_DIR);
    allow($ruleset, $_, ($READ_FILE | $WRITE_FILE | $TRUNCATE) & $all) for '/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom';
    must(syscall($RESTRICT_SELF, $ruleset, 0), 'landlock_restrict_self');
}

sub allow {
    my ($ruleset, $path, $rights) = @_;
    my $O_PATH_CLOEXEC = 010000000 | 02000000;
    sysopen(my $file, $path, $O_PATH_CLOEXEC) or return;
    # For a file, only the rights that apply to files.
    $rights &= 1 | 2 | 4 | 1 << 14 unless -d $file || -d $path;
    # struct landlock_path_beneath_attr is packed
    my $rule = pack('Ql', $rights, fileno $file);
    must(syscall($ADD_RULE, $ruleset, 1, $rule, 0), "landlock_add_rule $path");
}

sub filter_calls {
    my ($LOAD, $EQUAL, $AT_LEAST, $RETURN) = (0x20, 0x15, 0x35, 0x06);
    my ($ALLOW, $EPERM, $KILL) = (0x7FFF0000, 0x00050001, 0x80000000);
    my ($EACCES, $W_OK) = (0x0005000D, 2);
    my ($NUMBER, $ARCHITECTURE, $FIRST_ARGUMENT, $AF_UNIX, $AF_NETLINK) = (0, 4, 16, 1, 16);
    my @filter = ([$LOAD, 0, 0, $ARCHITECTURE], [$EQUAL, 1, 0, $number->{audit}], [$RETURN, 0, 0, $KILL], [$LOAD, 0, 0, $NUMBER]);
    # The x32 calls of x86_64 have other numbers.
    push @filter, [$AT_LEAST, 0, 1, 0x40000000], [$RETURN, 0, 0, $EPERM];
    push @filter, [$EQUAL, 0, 1, $_], [$RETURN, 0, 0, $EPERM] for @{ $number->{refused} };
    push @filter, [$EQUAL, 1, 0, $number->{socket}], [$EQUAL, 0, 4, $number->{socketpair}];
    # Netlink is how a namespace within this one gets its loopback device.
    push @filter, [$LOAD, 0, 0, $FIRST_ARGUMENT], [$EQUAL, 2, 0, $AF_UNIX], [$EQUAL, 1, 0, $AF_NETLINK], [$RETURN, 0, 0, $EPERM];
    # access(2) ignores Landlock and reports /tmp as writable. LibreOffice would insist on it.
    push @filter, [$LOAD, 0, 0, $NUMBER], [$EQUAL, 0, 3, $number->{access}], [$LOAD, 0, 0, $number->{mode}], [$EQUAL, 0, 1, $W_OK],
        [$RETURN, 0, 0, $EACCES] if @read || @write;
    push @filter, [$RETURN, 0, 0, $ALLOW];
    my $program = join '', map { pack('SCCL', @$_) } @filter;
    # struct sock_fprog; SECCOMP_SET_MODE_FILTER
    my $description = pack('Sx![Q]P', scalar @filter, $program);
    must(syscall($number->{seccomp}, 1, 0, $description), 'seccomp');
}

sub must {
    my ($result, $what) = @_;
    refuse("$what: $!") if $result < 0;
    return $result;
}

sub refuse {
    print STDERR "confine: $_[0]\n";
    exit 125;
}
