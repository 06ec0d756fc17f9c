"""A cluster on one machine: a hub with Slurm's controller, and nodes that each have a network, a name, processes and mounts of their own,
with slurmd and sshd. Runs only inside the namespaces that `inside` makes: when its first process ends, however it ends, the kernel ends all
others and drops every network and mount with them. Nothing of the machine outside is changed.
"""
import os, signal, subprocess, sys, time

RUN = "/run"  # A tmpfs of the namespace's own: daemons' files, logs, keys.
SHARED = "/run/shared"  # What all nodes see as their file system; of limited size.
HUB = "10.77.0.1"
OUTPUT = dict(stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def inside(words, patience):
    """Runs a program as the first process of namespaces of its own, and gives its exit code."""
    if os.geteuid() != 0:
        print("a cluster on one machine needs root, for namespaces", file=sys.stderr)
        return 77
    # Whoever ends this process, even with SIGKILL, ends unshare, and that ends all that is inside.
    child = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", "unshare", "--net", "--uts", "--ipc", "--mount", "--pid", "--fork", "--mount-proc",
                              "--kill-child=KILL", *words], stdin=subprocess.DEVNULL)

    def end(number, frame):
        child.kill()
        child.wait()
        os._exit(128 + number)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)
    try:
        return child.wait(patience)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
        print(f"# all was ended after {patience} seconds", flush=True)
        return 1


def until(what, is_so, patience, logs=lambda: ""):
    """Waits until is_so() is true, and says what it waited for if it never is."""
    end = time.monotonic() + patience
    while True:
        found = is_so()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"waited {patience} s for {what}\n{logs()}")
        time.sleep(0.05)


def run(*words, good=(0,), patience=60, **more):
    done = subprocess.run([str(word) for word in words], timeout=patience, **{**OUTPUT, **more})
    assert done.returncode in good, f"{' '.join(map(str, words))} ended with {done.returncode}: {done.stderr[-1500:]}{(done.stdout or '')[-500:]}"
    return done.stdout


class Node:
    """A machine of the cluster. Ended with SIGKILL, all its processes end and its network is gone, as if its power were cut."""

    def __init__(self, cluster, number):
        self.cluster, self.name, self.address = cluster, f"node{number}", f"10.77.0.{10 + number}"
        self.pid = None

    def start(self):
        # Its first process only collects those whose parents have ended.
        self.keeper = subprocess.Popen(["unshare", "--net", "--uts", "--ipc", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child=KILL",
                                        "bash", "-c", "while :; do sleep 1000 & wait $!; done"], stdin=subprocess.DEVNULL,
                                       stderr=open(f"{RUN}/logs/{self.name}", "a"))
        children = f"/proc/{self.keeper.pid}/task/{self.keeper.pid}/children"
        own = os.readlink("/proc/self/ns/pid")

        def first():
            assert self.keeper.poll() is None, f"unshare ended with {self.keeper.returncode}"
            found = open(children).read().split()
            # Not before it is in namespaces of its own.
            return found and os.path.exists(f"/proc/{found[0]}/ns/pid") and os.readlink(f"/proc/{found[0]}/ns/pid") != own and found[0]
        self.pid = until(f"{self.name}'s first process", first, 10)
        link = f"veth-{self.name}"
        run("ip", "link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", self.pid)
        run("ip", "link", "set", link, "master", "bridge", "up")
        self.run("sh", "-ec", f"hostname {self.name}; ip link set lo up; ip addr add {self.address}/24 dev eth0; ip link set eth0 up")
        self.cluster.daemon("slurmd", "slurmd", "-D", "-N", self.name, node=self)
        self.cluster.daemon("sshd", "/usr/sbin/sshd", "-D", "-e", "-f", RUN + "/ssh/sshd_config", node=self)

    def enter(self, *words):
        return ["nsenter", "--target", self.pid, "--net", "--uts", "--ipc", "--mount", "--pid", *words]

    def run(self, *words, **more):
        return run(*self.enter(*words), **more)

    def begin(self, *words):
        """A process on it, which goes on."""
        return subprocess.Popen(self.enter(*map(str, words)), **OUTPUT)

    def kill(self):
        os.kill(int(self.pid), signal.SIGKILL)
        self.keeper.wait(30)
        self.pid = None
        # With a network that nothing uses any more, its end of the cable goes, in the kernel's own time.
        run("ip", "link", "del", f"veth-{self.name}", good=(0, 1))


class Cluster:
    def __init__(self, nodes=3, size="1500m"):
        self.size = size
        self.daemons = {}
        self.settled = 0
        self.nodes = [Node(self, number) for number in range(1, nodes + 1)]

    def start(self):
        run("mount", "-t", "tmpfs", "-o", "mode=755", "cluster", RUN)
        for folder in ("logs", "spool", "state", "munge", "ssh", "sshd", "home/.parallel", "tmp", "shared"):
            os.makedirs(f"{RUN}/{folder}")
        run("mount", "-t", "tmpfs", "-o", f"size={self.size}", "shared", SHARED)
        # Nothing else can be written to; the program that is tested may lie anywhere.
        run("mount", "-o", "remount,bind,ro", "/", good=(0, 32))
        os.environ.update(HOME=RUN + "/home", TMPDIR=RUN + "/tmp", SLURM_CONF=RUN + "/slurm.conf", LC_ALL="C.UTF-8")
        for name in [name for name in os.environ if name.startswith(("SLURM_", "SBATCH_", "SQUEUE_", "PARALLEL")) and name != "SLURM_CONF"]:
            del os.environ[name]
        self.network()
        self.write()
        for key in ("host", "user"):
            run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", f"{RUN}/ssh/{key}")
        self.daemon("munged", "munged", "--foreground", f"--key-file={RUN}/munge/key", f"--socket={RUN}/munge/socket", f"--pid-file={RUN}/munge/pid",
                    f"--seed-file={RUN}/munge/seed", f"--log-file={RUN}/munge/log")
        until("munged's socket", lambda: os.path.exists(RUN + "/munge/socket"), 10, self.logs)
        self.controller()
        for node in self.nodes:
            node.start()
        until("three idle nodes", lambda: all(self.state(node) == "idle" for node in self.nodes), 20, self.logs)
        for node in self.nodes:
            until(f"{node.name}'s sshd", lambda: self.ssh(node, "hostname") == node.name, 10, self.logs)

    def network(self):
        run("hostname", "hub")
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "bridge", "type", "bridge")
        run("ip", "addr", "add", HUB + "/24", "dev", "bridge")
        run("ip", "link", "set", "bridge", "up")
        hosts = f"127.0.0.1 localhost\n{HUB} hub\n" + "".join(f"{node.address} {node.name}\n" for node in self.nodes)
        with open(RUN + "/hosts", "w") as file:
            file.write(hosts)
        run("mount", "--bind", RUN + "/hosts", "/etc/hosts")

    def write(self):
        with open(os.open(RUN + "/munge/key", os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
            file.write(os.urandom(128))
        nodes = "\n".join(f"NodeName={node.name} NodeAddr={node.address} CPUs=1 RealMemory=2000 State=UNKNOWN" for node in self.nodes)
        with open(RUN + "/slurm.conf", "w") as file:
            file.write(f"""ClusterName=one
SlurmctldHost=hub({HUB})
SlurmUser=root
SlurmdUser=root
# A job that is put back into the queue waits for as long as the old one's credential is good: 5 seconds are the least.
AuthInfo=socket={RUN}/munge/socket,cred_expire=5
StateSaveLocation={RUN}/state
SlurmdSpoolDir={RUN}/spool/%n
SlurmctldPidFile={RUN}/slurmctld.pid
SlurmdPidFile={RUN}/%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=2,bf_interval=2
ReturnToService=2
SlurmdTimeout=6
BatchStartTimeout=3
MessageTimeout=5
TCPTimeout=2
KillWait=5
MinJobAge=3600
{nodes}
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
""")
        with open(RUN + "/cgroup.conf", "w") as file:
            # slurmd wants to know a kind, even where nothing asks for a group; of this one it makes none.
            file.write(f"CgroupPlugin=cgroup/v1\nCgroupMountpoint={RUN}/cgroup\n")
        with open(RUN + "/ssh/sshd_config", "w") as file:
            file.write(f"HostKey {RUN}/ssh/host\nAuthorizedKeysFile {RUN}/ssh/user.pub\nStrictModes no\nPidFile none\nUsePAM no\n"
                       f"PasswordAuthentication no\nSetEnv HOME={RUN}/home TMPDIR={RUN}/tmp\nPermitRootLogin yes\nUseDNS no\nMaxStartups 100\n")
        with open(RUN + "/ssh/config", "w") as file:
            file.write(f"IdentityFile {RUN}/ssh/user\nIdentitiesOnly yes\nStrictHostKeyChecking no\nUserKnownHostsFile /dev/null\nLogLevel ERROR\n"
                       "ConnectTimeout 3\nServerAliveInterval 1\nServerAliveCountMax 4\nBatchMode yes\n")
        open(RUN + "/home/.parallel/will-cite", "w").close()

    def daemon(self, name, *words, node=None):
        """Starts what runs until the end; what it says goes into a log."""
        who = f"{name}-{node.name}" if node else name
        words = list(map(str, node.enter(*words) if node else words))
        with open(f"{RUN}/logs/{who}", "a") as log:
            self.daemons[who] = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        return self.daemons[who]

    def controller(self):
        self.daemon("slurmctld", "slurmctld", "-D")
        until("slurmctld", lambda: subprocess.run(["scontrol", "ping"], **OUTPUT).stdout.rstrip().endswith("UP"), 20, self.logs)

    def kill_controller(self):
        self.daemons["slurmctld"].kill()
        self.daemons["slurmctld"].wait(30)

    @staticmethod
    def state(node):
        done = subprocess.run(["sinfo", "-h", "-n", node.name, "-o", "%T"], **OUTPUT)
        return done.stdout.strip()

    def settle(self):
        """Does what an administrator does after a controller was killed, which has forgotten its last seconds: it believes of tasks that they
        still run until it asks their nodes again, and no longer uses a node where it has started a task that ran there already."""
        if time.monotonic() - self.settled < 4:
            return
        self.settled = time.monotonic()
        subprocess.run(["scontrol", "reconfigure"], **OUTPUT)
        for node in self.nodes:
            if self.state(node).startswith("drain"):
                subprocess.run(["scontrol", "update", f"nodename={node.name}", "state=resume"], **OUTPUT)

    @staticmethod
    def ssh(node, *words):
        done = subprocess.run(["ssh", "-F", RUN + "/ssh/config", node.address, *words], timeout=30, **OUTPUT)
        return done.stdout.strip() if done.returncode == 0 else None

    def logs(self):
        """What the daemons said last, for whoever wants to know why something fails."""
        said = []
        for name in sorted(os.listdir(RUN + "/logs")):
            daemon = self.daemons.get(name)
            code = daemon.poll() if daemon else None
            with open(f"{RUN}/logs/{name}", errors="replace") as file:
                said += [f"--- {name}" + (f", which ended with {code}" if code is not None else ""), *file.read().splitlines()[-20:]]
        return "\n".join(said)

    def resize(self, size):
        """Gives the file system that all share another size; False if more is in it."""
        return subprocess.run(["mount", "-o", f"remount,size={size}", SHARED], **OUTPUT).returncode == 0

    def used(self):
        about = os.statvfs(SHARED)
        return (about.f_blocks - about.f_bfree) * about.f_frsize
