"""Takes MediaPipe's selfie segmentation (landscape) apart: python convert.py selfie_segmentation_landscape.tflite OUT

The file lies in the Python package mediapipe 0.10.14 (`pip download --no-deps mediapipe==0.10.14`), under
mediapipe/modules/selfie_segmentation. OUT gets table.txt, a line for each of 49 layers, and weights.bin, the weights as half floats in
the order of use. Resampling and 1 × 1 layers that follow it change places, which is the same and cheaper. Needs tflite and numpy.
"""
import os, sys
import tflite, numpy as np
path=sys.argv[1]; os.makedirs(sys.argv[2],exist_ok=True)
b=open(path,'rb').read(); m=tflite.Model.GetRootAsModel(b,0); g=m.Subgraphs(0)
names={v:k for k,v in vars(tflite.BuiltinOperator).items() if isinstance(v,int)}
shape=lambda i: g.Tensors(i).ShapeAsNumpy().tolist() if g.Tensors(i).ShapeLength() else []
def const16(i):
    t=g.Tensors(i); d=m.Buffers(t.Buffer()).DataAsNumpy().tobytes()
    assert t.Type()==tflite.TensorType.FLOAT16
    return np.frombuffer(d,'<f2').reshape(shape(i))
ops=[];W={}
for i in range(g.OperatorsLength()):
    op=g.Operators(i);c=m.OperatorCodes(op.OpcodeIndex())
    n=names[max(c.BuiltinCode(),c.DeprecatedBuiltinCode())]
    I=op.InputsAsNumpy().tolist();O=op.OutputsAsNumpy().tolist()
    if n=='DEQUANTIZE': W[O[0]]=const16(I[0]); continue
    s=1
    if n in('CONV_2D','DEPTHWISE_CONV_2D'):
        o=getattr(tflite,{'CONV_2D':'Conv2DOptions','DEPTHWISE_CONV_2D':'DepthwiseConv2DOptions'}[n])();bo=op.BuiltinOptions();o.Init(bo.Bytes,bo.Pos)
        s=o.StrideH(); assert s==o.StrideW() and o.DilationHFactor()==1 and o.FusedActivationFunction()==0
    ops.append(dict(n=n,I=I,O=O[0],s=s,i=i))
prod={o['O']:o for o in ops}
users={}
for o in ops:
    for x in o['I']: users.setdefault(x,[]).append(o)
ACT={'RELU':'relu','HARD_SWISH':'hswish'}
layers=[];blob=[];off=0
def put(w):
    global off
    p=off; blob.append(w.astype('<f2').tobytes()); off+=w.size; return p
buf={0:0}  # tensor -> buffer id
nb=1
done=set()
def newbuf(t):
    global nb; buf[t]=nb; nb+=1; return buf[t]
def act_of(t):
    u=users[t]
    if len(u)==1 and u[0]['n'] in ACT: done.add(u[0]['i']); return ACT[u[0]['n']],u[0]['O']
    return 'none',t
def add(kind,**k): layers.append(dict(kind=kind,**k))
k=0
for o in ops:
    if o['i'] in done: continue
    n=o['n']
    if n=='CONV_2D':
        w,bb=W[o['I'][1]],W[o['I'][2]]
        src=o['I'][0]
        a,t=act_of(o['O'])
        residual=-1
        u=users[t]
        # plain residual add directly after (skip = earlier tensor, no activation)
        if a=='none' and len(u)==1 and u[0]['n']=='ADD':
            other=[x for x in u[0]['I'] if x!=t][0]
            if other in buf: residual=buf[other]; done.add(u[0]['i']); t=u[0]['O']
        src_b=buf[src]; post=None
        p=prod.get(src)
        kind='conv3' if w.shape[1]==3 else 'pw'
        H,Wd=shape(src)[1:3]
        if p and p['n']=='RESIZE_BILINEAR':   # conv1x1 commutes with bilinear resize: conv first
            low=p['I'][0]; src_b=buf[low]; H,Wd=shape(low)[1:3]
            wo=put(w); bo_=put(bb); mid=nb; nb+=1
            add('pw',src=src_b,dst=mid,H=H,W=Wd,Cin=w.shape[3],Cout=w.shape[0],k=1,s=1,act='none',add=-1,w=wo,ops=o['i'])
            add('up2',src=mid,dst=newbuf(t),H=H,W=Wd,Cin=w.shape[0],Cout=w.shape[0],k=0,s=2,act='none',add=-1,w=-1,ops=p['i'])
            continue
        wo=put(w); put(bb)
        add(kind,src=src_b,dst=newbuf(t),H=H,W=Wd,Cin=w.shape[3],Cout=w.shape[0],k=w.shape[1],s=o['s'],act=a,add=residual,w=wo,ops=o['i'])
    elif n=='DEPTHWISE_CONV_2D':
        w,bb=W[o['I'][1]],W[o['I'][2]]; src=o['I'][0]; a,t=act_of(o['O']); r=-1
        u=users[t]
        if len(u)==1 and u[0]['n']=='ADD' and src in u[0]['I']:
            r=buf[src]; done.add(u[0]['i']); t=u[0]['O']
        wo=put(w);put(bb)
        add('dw',src=buf[src],dst=newbuf(t),H=shape(src)[1],W=shape(src)[2],Cin=w.shape[3],Cout=w.shape[3],k=w.shape[1],s=o['s'],act=a,add=r,w=wo,ops=o['i'])
    elif n=='MEAN':
        src=o['I'][0]
        c1=users[o['O']][0]; assert c1['n']=='CONV_2D'; done.update([c1['i']])
        nx=users[c1['O']][0]; done.add(nx['i'])
        w1,b1=W[c1['I'][1]],W[c1['I'][2]]
        if nx['n']=='RELU':
            c2=users[nx['O']][0]; done.add(c2['i']); w2,b2=W[c2['I'][1]],W[c2['I'][2]]; lg=users[c2['O']][0]; done.add(lg['i'])
        else: lg=nx; w2=None
        assert lg['n']=='LOGISTIC'
        mul=users[lg['O']][0]; assert mul['n']=='MUL'
        gated=[x for x in mul['I'] if x!=lg['O']][0]
        pending=dict(src=src,w=(w1,b1)+((w2,b2) if w2 is not None else ()),gated=gated,mul=mul,i=o['i'])
        ps=prod[src]
        if ps['n']=='ADD' and src not in buf:   # decoder: mean(a+b), a*s+b
            A=gated; B=[x for x in ps['I'] if x!=A][0]
            ad=users[mul['O']][0]; assert ad['n']=='ADD' and B in ad['I']; done.update([mul['i'],ad['i']])
            wo=off
            for x in pending['w']: put(x)
            add('gate',src=buf[A],dst=newbuf(ad['O']),H=shape(A)[1],W=shape(A)[2],Cin=w1.shape[3],Cout=shape(A)[3],k=w1.shape[0],s=1,act='sigmoid',add=buf[B],w=wo,ops=o['i'])
        elif gated in buf:
            done.add(mul['i']); wo=off
            for x in pending['w']: put(x)
            add('gate',src=buf[gated],dst=newbuf(mul['O']),H=shape(gated)[1],W=shape(gated)[2],Cin=w1.shape[3],Cout=shape(gated)[3],k=w1.shape[0],s=1,act='sigmoid',add=-1,w=wo,ops=o['i'])
        else: head=pending; 
    elif n=='MUL':  # head: relu(conv)*sigmoid(fc(mean(x)))
        done.add(o['i']); wo=off
        for x in head['w']: put(x)
        gt=head['gated']
        add('gate1',src=buf[gt],dst=newbuf(o['O']),H=shape(gt)[1],W=shape(gt)[2],Cin=head['w'][0].shape[3],Cout=shape(gt)[3],k=0,s=1,act='sigmoid',add=buf[head['src']],w=wo,ops=head['i'])
    elif n=='RESIZE_BILINEAR': buf[o['O']]=-9
    elif n=='ADD': print('left ADD',o['i'])   # decoder a+b, consumed by gate
    elif n=='CUSTOM':
        w,bb=W[o['I'][1]],W[o['I'][2]]; wo=put(w);put(bb); src=o['I'][0]
        add('tconv2',src=buf[src],dst=newbuf(259),H=shape(src)[1],W=shape(src)[2],Cin=w.shape[3],Cout=1,k=2,s=2,act='sigmoid',add=-1,w=wo,ops=o['i'])
    elif n=='LOGISTIC': pass
    else: print('??',n,o['i'])
open(sys.argv[2]+'/weights.bin','wb').write(b''.join(blob))
cols=['kind','src','add','dst','H','W','Cin','Cout','k','s','act','w']
tot=0
f=open(sys.argv[2]+'/table.txt','w')
f.write('# n '+' '.join(cols)+' macs tflite_op\n')
for i,l in enumerate(layers):
    ho,wo=l['H']//l['s'],l['W']//l['s']
    mac={'conv3':lambda:ho*wo*9*l['Cin']*l['Cout'],'pw':lambda:ho*wo*l['Cin']*l['Cout'],'dw':lambda:ho*wo*l['k']**2*l['Cin'],
      'gate':lambda:l['Cin']*l['k']+l['k']*l['Cout']+l['H']*l['W']*l['Cin'],'gate1':lambda:l['Cin']*l['Cout']+l['H']*l['W']*l['Cout'],
      'up2':lambda:l['H']*l['W']*4*l['Cin']*3,'tconv2':lambda:l['H']*l['W']*4*l['Cin']}[l['kind']]()
    l['mac']=mac; tot+=mac
    f.write(' '.join(str(x) for x in [i]+[l[c] for c in cols]+[mac,l['ops']])+'\n')
print('layers',len(layers),'macs',tot,'weights',off,'bytes',off*2)
